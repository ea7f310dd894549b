"""What a check tells: rule, what was seen, how to mend it."""

import json

import pytest
from own_registry import own_registries
from worlds.broken.acting import BROKEN

from hgpo_envs.check import NonConformanceError, check


@pytest.fixture(autouse=True)
def own_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a check registers be forgotten."""
    own_registries(monkeypatch)


TOLD = """\
kept       task-named
broken     rewards
           rule: Rewards are finite numbers, and add up to a return within the
                 entry's range.
           seen: task 'train-00' returned 2 in 4 steps by the expert, and
                 Lavish-v0 says reward_range=(0.0, 1.0).
           fix:  Give the range that returns of whole episodes have, or mend the
                 rewards.
Lavish-v0 (split 'train'): 1 kept, 1 broken."""


def test_a_report_names_the_rule_what_was_seen_and_the_fix() -> None:
    # The lamp of task 00 is one room to the right: go right, take lamp, go left, light lamp.
    report = check(BROKEN["rewards"], tasks=1, steps=3, only=["rewards", "task-named"])
    assert str(report) == TOLD
    assert (report.passed, report.broken, report.not_tried) == (False, ("rewards",), ())


def test_a_report_can_be_required() -> None:
    report = check(BROKEN["rewards"], tasks=1, steps=3, only=["rewards", "task-named"])
    with pytest.raises(NonConformanceError) as error:
        report.require()
    lines = TOLD.splitlines()
    assert str(error.value) == "\n".join([lines[-1], *lines[1:-1]])
    sound = check(BROKEN["rewards"], tasks=1, skip=["rewards"], only=["task-named"])
    assert sound.require() is sound


def test_a_report_is_json_and_the_same_each_time() -> None:
    def record() -> str:
        return json.dumps(check(BROKEN["rewards"], tasks=1, skip=["worker"]).to_json())

    assert record() == record()
    found = json.loads(record())
    assert (found["subject"], found["passed"]) == ("Lavish-v0 (split 'train')", False)
    (finding,) = [one for one in found["findings"] if one["rule"] == "rewards"]
    assert finding["status"] == "broken"
    assert set(finding["breaches"][0]) == {"seen", "fix"}


def test_an_error_of_the_environment_is_told_with_its_place() -> None:
    from worlds.broken.starting import BROKEN as STARTING

    report = check(STARTING["plays"], only=["plays"])
    (breach,) = report.findings[0].breaches
    assert breach.seen.startswith("it raised ZeroDivisionError: there is no floor at starting.py:")

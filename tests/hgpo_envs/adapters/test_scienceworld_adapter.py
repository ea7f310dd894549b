"""ScienceWorld's real simulator, on the Java that comes as a package."""

import os
import subprocess
import sys

import pytest

from hgpo_envs import make
from hgpo_envs.check import check
from hgpo_envs.errors import EnvInputError, UnknownNameError

pytestmark = pytest.mark.slow
FIRST = "find-living-thing/0"


@pytest.fixture(scope="module")
def env():
    env = make(
        "ScienceWorld-v0",
        tasks=["find-living-thing"],
        simplifications=["easy"],
        extras=("expert_plan",),
    )
    yield env
    env.close()


RULES = [
    "plays",
    "info-contract",
    "info-plain",
    "actions-invalid",
    "replay",
    "snapshot-restores",
    "anchor-differs",
]
"""The rules that are quick to try: each environment of this kind starts a Java process."""


def test_the_contract_is_kept():
    options = {"tasks": ["find-living-thing"]}
    report = check("ScienceWorld-v0", options=options, steps=4, tasks=1, only=RULES)
    found = {finding.rule: finding.status for finding in report.findings}
    assert found == dict.fromkeys(RULES, "kept")


def test_the_simulators_own_plan_solves_a_task_and_returns_one(env):
    text, info = env.reset(options={"task": FIRST})
    assert text.startswith("This room is called the hallway.")
    assert info["instruction"].startswith("Your task is to find a(n) living thing.")
    assert info["admissible_actions"] is None
    earned, terminated = 0.0, False
    for action in info["expert_plan"]:
        assert not terminated
        _, reward, terminated, _, info = env.step(action)
        assert not info["inadmissible"]
        earned += reward
    assert earned == pytest.approx(1.0, abs=1e-9)
    assert (terminated, info["won"]) == (True, True)


def test_focusing_on_the_wrong_thing_ends_it_and_keeps_what_was_earned(env):
    env.reset(options={"task": FIRST})
    _, reward, terminated, _, info = env.step("focus on picture")
    assert (reward, terminated, info["won"]) == (0.0, True, False)


def test_a_text_that_means_nothing_is_refused(env):
    env.reset(options={"task": FIRST})
    for action in ("xyzzy", "", "\ud800"):
        text, _, terminated, _, info = env.step(action)
        assert (text, terminated) == ("No known action matches that input.", False)
        assert info["inadmissible"]


def test_rooms_are_told_alike_in_every_process():
    program = (
        "import hgpo_envs\n"
        "env = hgpo_envs.make('ScienceWorld-v0', tasks=['find-living-thing'])\n"
        "for task in (111, 2, 111):\n"
        "    print(env.reset(options={'task': f'find-living-thing/{task}'})[0])\n"
        "env.close()\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    rooms = told[0].split("This room")[1:]
    assert rooms[0] == rooms[2]


def test_what_is_listed_is_taken_and_what_lies_in_a_closed_cupboard_is_not_listed():
    env = make("ScienceWorld-v0", tasks=["freeze"], list_actions=True)
    listed = env.reset(options={"task": "freeze/1"})[1]["admissible_actions"]
    # of 939 actions that the simulator calls valid here 484 are on paint in the closed cupboard
    assert (len(listed), list(listed)) == (455, sorted(set(listed)))
    assert "open cupboard" in listed
    assert "pour bowl into cup containing yellow paint in cupboard" not in listed
    for action in ("pour bowl into cup containing yellow paint in cupboard", "xyzzy"):
        assert env.step(action)[4]["inadmissible"]
    for action in ("pick up orange", "look at inventory"):
        env.reset(options={"task": "freeze/1"})
        assert not env.step(action)[4]["inadmissible"]
    opened = env.step("open cupboard")[4]["admissible_actions"]
    assert len(opened) > len(listed)
    env.close()


def test_the_splits_are_its_own(env):
    # of the 300 variations of this task half are for training
    assert len(env.panel) == 150
    assert env.panel.version == "scienceworld 1.2.3 easy"


def test_unknown_names_and_a_text_for_a_list_are_refused():
    with pytest.raises(UnknownNameError, match=r"'bol'.*'boil'"):
        make("ScienceWorld-v0", tasks=["bol"])
    with pytest.raises(UnknownNameError, match=r"'eazy'.*'easy'"):
        make("ScienceWorld-v0", simplifications=["eazy"])
    with pytest.raises(EnvInputError, match=r"tasks is 'boil'; expected a list of names: \['boil"):
        make("ScienceWorld-v0", tasks="boil")

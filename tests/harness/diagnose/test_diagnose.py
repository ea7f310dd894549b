"""A whole diagnosis where the truth is known, and what makes it one."""

import os
from dataclasses import replace

import pytest
from own_registry import own_registries
from worlds.two_doors import TWO_DOORS

from harness.cli.output import as_json
from harness.config.load import load_diagnose
from harness.diagnose.diagnose import diagnose
from harness.diagnose.episode import Episode, from_plain, to_plain
from harness.diagnose.figure import figure
from harness.diagnose.table import sentences
from harness.errors import ConfigError, RunError
from harness.run.folder import lock

WORDS = (
    "env=TwoDoors-v0",
    "agent=random",
    "workers=1",
    "diagnosis.pool=128",
    "tasks=12",
    "probes=1000",
    "branches=24",
    "algorithms=[{name:grpo,normalise:mean},{name:hgpo,history:0,normalise:mean,discount:1.0}]",
)


@pytest.fixture(autouse=True)
def two_doors(monkeypatch):
    own_registries(monkeypatch, TWO_DOORS)


def configured(folder, *words):
    return load_diagnose([*WORDS, f"run.dir={folder}", *words])


def small(folder, *words):
    few = ("probes=10", "branches=4", "tasks=4", "diagnosis.pool=32")
    return configured(folder, *few, *words)


@pytest.mark.slow
def test_where_the_truth_is_known_it_is_found(tmp_path):
    found = diagnose(configured(tmp_path / "d"))
    # With a fair coin at both doors V is 1/4 in the hall, 1/2 behind the left door, 0 behind the
    # right one. A is ±1/4 in the hall, ±1/2 left, 0 right: over decisions
    # E[A²] = (1/16 + (1/4 + 0) / 2) / 2 = 3/32.
    assert found.mean_square.value == pytest.approx(3 / 32, abs=0.01)
    # Var[G | h, a] is 1/4 after left in the hall and 0 elsewhere: 1/16 on average, over 3/32.
    assert found.floor.value == pytest.approx(2 / 3, abs=0.1)
    grpo, hgpo = found.estimators
    # GRPO's R − mean(R) is 7/8 of R less the mean of 7 others, so given a decision it is
    # m = 7/8 (Q − 1/4): slope 7/8 and no action bias. Its offset is b = 7/8 (V − 1/4), with
    # E[(V − 1/4)²] = (0 + 1/16) / 2 = 1/32, relative to E[A²] = 3/32: 1/3.
    # E[Â²] = (7/8)² 3/16 (1 + 1/7) = (7/8)² 3/14 and E[m²] = (7/8)² / 8, so the variance is
    # (3/14 − 1/8) / (3/32) = 20/21, and the correlation √((3/32) / (3/14)) = √(7/16).
    assert grpo.slope.value == pytest.approx(7 / 8, abs=0.05)
    assert grpo.action_bias.value == pytest.approx(0.0, abs=0.03)
    assert grpo.offset.value == pytest.approx(1 / 3, abs=0.05)
    assert grpo.variance.value == pytest.approx(20 / 21, abs=0.15)
    assert grpo.correlation.value == pytest.approx((7 / 16) ** 0.5, abs=0.03)
    # In a group of equal states every member has the same part in the mean: no offset.
    assert hgpo.offset.value == pytest.approx(0.0, abs=0.04)
    assert hgpo.correlation.value > grpo.correlation.value
    # The ratio of batches is that of squared correlations; the first row is compared with itself.
    assert grpo.batch.value == grpo.batch.low == grpo.batch.high == 1.0
    ratio = grpo.correlation.value / hgpo.correlation.value
    assert hgpo.batch.value == pytest.approx(ratio**2)
    # In the hall 1/2 of the estimates of left are above 0, those of right below 0 unless all lost,
    # (3/4)^7 = 0.13: 0.68 of both; behind the left door 0.93 by the same count. How the two are
    # mixed depends on how often noise hides the sign.
    assert 0.68 < grpo.sign_agreement < 0.93


def test_equal_diagnoses_are_equal_bytes_however_they_came_about(tmp_path):
    once = diagnose(small(tmp_path / "a"))
    again = diagnose(small(tmp_path / "b"))
    assert as_json(once.to_json()) == as_json(again.to_json())
    assert figure(once) == figure(again)
    for name in ("tasks.jsonl", "probes.jsonl"):
        whole = (tmp_path / "a" / name).read_bytes()
        assert whole == (tmp_path / "b" / name).read_bytes()
        # as if the work had been killed in the middle of a line
        (tmp_path / "b" / name).write_bytes(whole[: len(whole) // 2])
    taken_up = diagnose(small(tmp_path / "b"))
    assert as_json(once.to_json()) == as_json(taken_up.to_json())
    assert (tmp_path / "a" / "probes.jsonl").read_bytes() == (
        tmp_path / "b" / "probes.jsonl"
    ).read_bytes()


def test_other_estimators_are_judged_on_what_was_played(tmp_path):
    diagnose(small(tmp_path / "a"))
    before = (tmp_path / "a" / "probes.jsonl").read_bytes()
    found = diagnose(small(tmp_path / "a", "algorithms=[gigpo]", "diagnosis.discount=0.5"))
    assert [row.label for row in found.estimators] == ["gigpo"]
    assert (tmp_path / "a" / "probes.jsonl").read_bytes() == before


def test_other_play_needs_another_folder(tmp_path):
    diagnose(small(tmp_path / "a"))
    with pytest.raises(RunError, match="holds a diagnosis of other play"):
        diagnose(small(tmp_path / "a", "seed=1"))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("dear")
    with pytest.raises(RunError, match="holds no diagnosis"):
        diagnose(small(tmp_path / "b"))


def test_one_process_at_a_time_is_in_a_folder(tmp_path):
    diagnose(small(tmp_path / "a"))
    held = lock(tmp_path / "a")
    with pytest.raises(RunError, match="another process is at work"):
        diagnose(small(tmp_path / "a"))
    os.close(held)
    diagnose(small(tmp_path / "a"))


def test_the_budget_ends_the_probes_and_is_never_passed(tmp_path):
    # 4 tasks × 33 episodes × 5 steps are set aside, 660, of which 256 are played (4 · 32 · 2);
    # 64 are left for probes, whose worst cases are 2 · 4 · 5 = 40 and 1 + 2 · 4 · 4 = 33 steps.
    with pytest.raises(ConfigError, match=r"can take 660 .* diagnosis\.env_steps is 650"):
        diagnose(small(tmp_path / "a", "budget.env_steps=650"))
    found = diagnose(small(tmp_path / "b", "budget.env_steps=660", "probes=100"))
    assert 4 <= len(found.probes) < 100
    assert found.env_steps <= 660


def test_what_lacks_a_critic_is_left_out_or_refused(tmp_path):
    whole_zoo = replace(small(tmp_path / "a"), algorithms=[])
    assert "PPO needs the critic's value" in diagnose(whole_zoo).skipped["ppo"]
    with pytest.raises(ConfigError, match=r"^ppo can't be diagnosed with this agent: PPO needs"):
        diagnose(small(tmp_path / "a", "algorithms=[ppo]"))


def test_estimators_that_say_the_same_are_told_once(tmp_path):
    found = diagnose(small(tmp_path / "a", "algorithms=[grpo,{name:grpo,clip_high:0.3},gigpo]"))
    same = {row.label: row.same_as for row in found.estimators}
    assert same == {"grpo": None, "grpo(clip_high=0.3)": "grpo", "gigpo": None}
    assert [row.label for row in found.distinct()] == ["grpo", "gigpo"]
    said = sentences(found)
    assert any(line.startswith("As grpo estimate grpo(clip_high=0.3);") for line in said)


def test_groups_are_told_by_level(tmp_path):
    first, second, third, *_ = diagnose(small(tmp_path / "a")).levels
    # Half of the steps are in the hall, all 8 members of a task in one group.
    assert first.sizes[3] >= 0.5
    assert sum(first.sizes) == pytest.approx(1.0)
    # Only second steps have a step before, so a half has no group; none has two.
    assert second.none == pytest.approx(0.5)
    assert (third.none, third.mean_size, third.contrast) == (1.0, 0.0, 0.0)


def test_a_diagnosis_says_what_it_can_not_tell(tmp_path):
    found = diagnose(small(tmp_path / "a"))
    unclear = replace(found, mean_square=replace(found.mean_square, low=-0.1))
    assert any("hardly be told from 0" in sentence for sentence in sentences(unclear))
    assert not any("hardly" in line for line in sentences(diagnose(configured(tmp_path / "b"))))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["agent=expert"], "agent.kind is 'expert'; a diagnosis plays on from restored states"),
        (["diagnosis.pool=14"], "expected an even number of at least twice diagnosis.group_size"),
        (["branches=5"], "diagnosis.branches is 5; expected an even number."),
        (["tasks=2", "diagnosis.batch_tasks=3"], "more than diagnosis.tasks, 2."),
        (["diagnosis.discount=1.5"], "diagnosis.discount is 1.5; expected at most 1."),
        (["algorithms=[grpo,grpo]"], "grpo is in algorithms twice."),
    ],
)
def test_what_does_not_go_together_is_refused(words, said):
    with pytest.raises(ConfigError) as refused:
        load_diagnose([*WORDS, *words])
    assert said in str(refused.value)


def test_episodes_are_written_and_read():
    episode = Episode(
        anchors=("hall", "hall"),
        actions=("left", "hall"),
        rewards=(0.0, 0.1),
        measures={"value": (0.5, 0.25)},
    )
    plain = to_plain([episode])
    assert plain["texts"] == ["hall", "left"]
    assert from_plain(plain) == (episode,)
    with pytest.raises(RunError, match="a line of the diagnosis is damaged"):
        from_plain({"texts": ["hall"], "episodes": [[[3], [0], [0.0], {}]]})

"""A Gymnasium environment behind the contract: one of text, and one that is put into words."""

from dataclasses import replace

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from worlds.gymnasium_worlds import READING, Countdown, countdown, frozen_lake

from hgpo_envs.adapters.gymnasium import Reading, adapt
from hgpo_envs.check import check
from hgpo_envs.errors import EnvInputError, UnknownNameError


@pytest.mark.parametrize("make", [countdown, frozen_lake])
def test_the_contract_is_kept(make):
    report = check(make, steps=12)
    assert [finding for finding in report.findings if finding.status == "broken"] == []
    assert len([finding for finding in report.findings if finding.status == "kept"]) > 15


def test_gymnasiums_own_checker_finds_nothing_to_say():
    check_env(countdown(), skip_render_check=True)


def test_what_the_contract_asks_for_is_read_where_the_reading_says():
    env = countdown()
    text, info = env.reset(options={"task": "Countdown/0"})
    # np.random.default_rng(0).integers(3, 9) is 8
    assert text == "At 8."
    assert info == {
        "task": "Countdown/0",
        "instruction": "Count down.",
        "admissible_actions": ("7", "stop", "wait"),
        "won": False,
        "anchor": "('state', 8)",
        "inadmissible": False,
        "left": 8,
    }


def test_counting_down_wins():
    env = countdown()
    env.reset(options={"task": "Countdown/0"})
    *_, last = (env.step(str(number)) for number in range(7, -1, -1))
    text, reward, terminated, truncated, info = last
    assert (text, reward, terminated, truncated, info["won"]) == ("At 0.", 1.0, True, False, True)


def test_an_episode_that_ends_without_reward_is_lost():
    env = countdown()
    env.reset(options={"task": "Countdown/0"})
    _, reward, terminated, _, info = env.step("stop")
    assert (reward, terminated, info["won"], info["inadmissible"]) == (0.0, True, False, False)


@pytest.mark.parametrize(
    "action", ["loud", "far too long to be in the action space", "no-dash", "five"]
)
def test_what_it_does_not_take_is_refused_and_not_raised(action):
    env = countdown()
    env.reset(options={"task": "Countdown/0"})
    text, reward, terminated, _, info = env.step(action)
    assert (text, reward, terminated, info["inadmissible"]) == ("At 8.", 0.0, False, True)


def test_restoring_repeats_the_actions_and_shows_the_same():
    env, other = frozen_lake(), frozen_lake()
    env.reset(options={"task": "Lake/3"})
    for action in ("down", "down", "up"):
        env.step(action)
    kept = env.snapshot()
    expected = [env.step(action) for action in ("right", "down", "left")]
    for again in (env, other):
        again.restore(kept)
        assert [again.step(action) for action in ("right", "down", "left")] == expected


def test_a_world_that_its_seed_does_not_decide_is_found_out():
    class Moody(Countdown):
        resets = 0

        def reset(self, *, seed=None, options=None):
            self.resets += 1
            return super().reset(seed=self.resets)

    env = adapt(Moody, reading=replace(READING, admissible=None), max_steps=30)
    env.reset(options={"task": "Moody/0"})
    env.step("6")
    env.restore(env.snapshot())
    with pytest.raises(EnvInputError, match="went otherwise when its 1 actions were repeated"):
        env.step("wait")


def test_without_a_reading_the_actions_are_open_and_the_first_words_the_task():
    env = adapt(Countdown, max_steps=5)
    _, info = env.reset(options={"task": "Countdown/0"})
    assert info["instruction"] == info["anchor"] == "At 8."
    assert info["admissible_actions"] is None


def test_an_environment_that_gymnasium_knows_is_made_by_its_id_with_its_cap():
    gymnasium.register(id="test/Countdown-v3", entry_point=Countdown, max_episode_steps=4)
    env = adapt("test/Countdown-v3", reading=READING)
    del gymnasium.registry["test/Countdown-v3"]
    env.reset(options={"task": "test/Countdown-v3/0"})
    ends = [env.step("wait")[2:4] for _ in range(4)]
    assert ends == [(False, False)] * 3 + [(False, True)]


def test_the_splits_share_no_seed():
    panels = [adapt(Countdown, max_steps=5, split=split).panel for split in ("train", "valid")]
    assert [len(panel) for panel in panels] == [1000, 100]
    assert set(panels[0].ids).isdisjoint(panels[1].ids)
    with pytest.raises(UnknownNameError, match=r"unknown split 'vlaid'.*'valid'"):
        adapt(Countdown, max_steps=5, split="vlaid")


def test_what_has_no_text_is_refused_with_what_to_do():
    with pytest.raises(
        EnvInputError,
        match=r"the observation space is Discrete\(16\); expected a gymnasium.spaces.Text. Wrap "
        "the environment in gymnasium.wrappers.TransformObservation to put it into words.",
    ):
        adapt("FrozenLake-v1")


def test_an_id_that_gymnasium_does_not_know_is_refused():
    with pytest.raises(EnvInputError, match="Gymnasium can't make 'Nowhere-v0'"):
        adapt("Nowhere-v0")


def test_a_world_without_a_cap_needs_one():
    with pytest.raises(EnvInputError, match=r"Countdown has no step cap of its own\."):
        adapt(Countdown)


def test_a_name_that_is_not_in_the_info_is_told():
    env = adapt(Countdown, reading=Reading(admissible="choises"), max_steps=5)
    with pytest.raises(UnknownNameError, match=r"'choises'.*'choices'"):
        env.reset(options={"task": "Countdown/0"})


def test_facts_that_are_not_plain_are_refused():
    env = adapt(Countdown, reading=Reading(facts=("choices",)), max_steps=5)
    with pytest.raises(EnvInputError, match="choices is a set; expected plain values"):
        env.reset(options={"task": "Countdown/0"})

"""What an environment shows of the planner where it is asked for."""

import pytest

import hgpo_envs
from hgpo_envs.alfworld.planner import guide
from hgpo_envs.alfworld.planner.guide import Guide
from hgpo_envs.errors import EnvInputError

EXTRAS = ("expert_action", "progress")


def make(*extras, **options):
    return hgpo_envs.make("ALFWorld-v0", split="gen_unseen", extras=extras, **options)


def test_the_expert_action_wins_and_progress_rises_evenly_to_one():
    env = make(*EXTRAS)
    for task in env.panel.ids[:12]:
        _, info = env.reset(options={"task": task})
        seen, won = [info["progress"]], False
        while not won:
            _, _, won, _, info = env.step(info["expert_action"])
            seen.append(info["progress"])
        steps = len(seen) - 1
        assert seen == pytest.approx([done / steps for done in range(steps + 1)])
        assert (seen[-1], info["expert_action"]) == (1.0, None)


def test_progress_is_lost_when_an_episode_goes_back_and_never_below_zero():
    env = make(*EXTRAS)
    _, info = env.reset(options={"task": env.panel.ids[0]})
    first = info["expert_action"]
    _, *_, info = env.step(first)
    ahead = info["progress"]
    elsewhere = next(c for c in info["admissible_actions"] if c.startswith("go to "))
    _, *_, info = env.step(elsewhere)
    assert ahead > info["progress"] == 0.0
    _, *_, info = env.step("no such command")
    assert info["progress"] == 0.0


def test_nothing_is_planned_unless_it_is_asked_for(monkeypatch):
    def planned(*args, **options):
        raise AssertionError("a planner was made")

    monkeypatch.setattr(guide, "Planner", planned)
    guide._planner.cache_clear()
    env = make("facts")
    _, info = env.reset(options={"task": env.panel.ids[1]})
    env.step(info["admissible_actions"][0])
    with pytest.raises(AssertionError, match="a planner was made"):
        make("progress").reset(options={"task": env.panel.ids[1]})


def test_each_extra_is_shown_alone():
    for name, other in (EXTRAS, EXTRAS[::-1]):
        _, info = make(name).reset(options={"task": "gen_unseen/easy/pick_and_place_simple-000000"})
        assert name in info
        assert other not in info


def test_a_restored_episode_is_planned_in_its_own_game():
    env = make("expert_action")
    one, two = env.panel.ids[0], env.panel.ids[5]
    _, info = env.reset(options={"task": one})
    _, *_, info = env.step(info["expert_action"])
    wanted, moment = info["expert_action"], env.snapshot()
    env.reset(options={"task": two})
    env.restore(moment)
    _, *_, info = env.step("inventory")
    assert info["expert_action"] == wanted


def test_a_game_on_the_original_engine_has_no_planner():
    other = Guide(lambda task: {}, lambda task: object())
    with pytest.raises(EnvInputError) as error:
        other.progress("mug", object())
    assert str(error.value) == (
        "the extras 'expert_action' and 'progress' come from a planner on our own engine, and "
        "'mug' is played on the original one. Leave them out, or take engine='fast'."
    )


@pytest.mark.parametrize("family", ["Three", "TwoStage", "Rooms"])
def test_harder_games_have_expert_actions_that_win(family):
    env = hgpo_envs.make(f"ALFWorld{family}-v0", split="gen_unseen", extras=("expert_action",))
    for task in env.unwrapped.panel.ids[:2]:
        _, info = env.reset(options={"task": task})
        won = False
        while not won:
            _, _, won, truncated, info = env.step(info["expert_action"])
            assert not truncated

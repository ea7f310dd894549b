"""The same team in its three forms: as one player, one after the other, all at once."""

import re

import numpy as np
import pytest
from pettingzoo import AECEnv

import hgpo_envs
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.teams import alfworld_v0, webshop_v0
from hgpo_envs.teams.stage import LONGEST_TEXT, MOST_ACTIONS, codes_of, text_of

TASK = "gen_unseen/easy/pick_and_place_simple-000000"
GAMES = {"split": "gen_unseen", "difficulty": "easy"}


def household(**options) -> AECEnv:
    env = alfworld_v0.env(**GAMES, **options)
    env.reset(options={"task": TASK})
    return env


def play_by_script(env, script, *, task):
    """Play one after the other; return actions, the team's rewards, and whether it was won."""
    env.reset(options={"task": task})
    first = env.infos[env.agents[0]]["text"]
    script.reset(first)
    actions, rewards, won = [], [], False
    for agent in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        listed = info["admissible_actions"]
        if listed == ("wait",):
            env.step("wait")
            continue
        action = script.act(info["text"], listed)
        env.step(action)
        actions.append(action)
        rewards.append(env.rewards[agent])
        won = env.infos[agent]["won"]
    return actions, rewards, won


def play_alone(env, task):
    text, info = env.reset(options={"task": task})
    script = env.make_expert()
    script.reset(text)
    actions, rewards, over = [], [], False
    while not over:
        action = script.act(text, info["admissible_actions"])
        text, reward, terminated, truncated, info = env.step(action)
        actions.append(action)
        rewards.append(reward)
        over = terminated or truncated
    return actions, rewards, info["won"]


@pytest.mark.parametrize(
    ("team", "id", "options"),
    [
        (alfworld_v0, "ALFWorldTeam-v0", GAMES),
        (webshop_v0, "WebShopTeam-v0", {"split": "test"}),
    ],
    ids=["household", "shop"],
)
def test_one_after_the_other_is_the_same_game_as_one_player(team, id, options):
    single = hgpo_envs.make(id, **options)
    env = team.env(max_cycles=single.max_steps, **options)
    for task in single.panel.ids[:5]:
        assert play_by_script(env, single.make_expert(), task=task) == play_alone(single, task)


def test_the_planner_observes_the_whole_history_and_the_executor_its_view_alone():
    env = household()
    for action in ("go to cart 1", "go to cart 1", "look", "look", "inventory"):
        env.step(action)
    planner = text_of(env.observe("planner_0"))
    assert planner.startswith("-= Welcome to TextWorld, ALFRED! =-")
    assert planner.count("\n> ") == 3
    assert "\n> go to cart 1\n\nThe executor did: go to cart 1\nYou arrive at cart 1." in planner
    executor = text_of(env.observe("executor_0"))
    assert executor == env.infos["executor_0"]["text"]
    assert executor.endswith("\n\nThe planner says: inventory")


def test_an_observation_is_in_its_space_and_reads_as_text():
    env = household()
    seen, *_ = env.last()
    assert seen in env.observation_space("planner_0")
    assert text_of(seen) == env.infos["planner_0"]["text"]


def test_of_a_text_that_is_too_long_the_end_is_observed():
    assert text_of(codes_of("a" + "é" * LONGEST_TEXT)) == "é" * LONGEST_TEXT


def test_a_number_names_an_action_by_its_place():
    env = household()
    listed = env.infos["planner_0"]["admissible_actions"]
    assert env.infos["planner_0"]["action_mask"].sum() == len(listed)
    env.step(np.int64(listed.index("go to cart 1")))
    assert env.infos["executor_0"]["text"].endswith("The planner says: go to cart 1")


def test_a_number_beyond_the_list_is_refused():
    env = household()
    env.step(MOST_ACTIONS - 1)
    assert env.infos["planner_0"]["inadmissible"] is True
    assert env.infos["executor_0"]["inadmissible"] is False


def test_an_open_action_that_is_named_by_number_is_filled_in_with_the_instruction():
    env = webshop_v0.env(split="test", products=200)
    env.reset(seed=1)
    assert env.infos["searcher_0"]["admissible_actions"] == ("search[...]",)
    env.step(0)
    assert "Total results: " in env.infos["searcher_0"]["text"]


def test_what_is_neither_number_nor_text_is_an_error():
    env = household()
    message = (
        "planner_0's action is a float; expected a place in info['admissible_actions'], or a text."
    )
    with pytest.raises(EnvInputError, match=f"^{re.escape(message)}$"):
        env.step(0.5)


def test_a_task_that_does_not_exist_is_an_error():
    with pytest.raises(UnknownNameError, match="nowhere"):
        alfworld_v0.env(**GAMES).reset(options={"task": "nowhere"})


def test_who_does_not_have_the_page_waits():
    env = webshop_v0.env(split="test", products=200)
    env.reset(seed=1)
    env.step("search[shoes]")
    assert env.agent_selection == "decider_0"
    assert env.infos["decider_0"]["admissible_actions"] == ("wait",)
    env.step("click[buy now]")
    assert env.infos["decider_0"]["inadmissible"] is True
    assert not any(env.terminations.values())


def test_the_reward_is_everybodys():
    env = household()
    totals = dict.fromkeys(env.agents, 0.0)
    script = hgpo_envs.make("ALFWorldTeam-v0", **GAMES).make_expert()
    script.reset(env.infos["planner_0"]["text"])
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        totals[agent] += reward
        action = None if terminated else script.act(info["text"], info["admissible_actions"])
        env.step(action)
    assert totals == {"planner_0": 1.0, "executor_0": 1.0}


def test_all_at_once_a_message_is_heard_with_the_next_step():
    env = alfworld_v0.parallel_env(**GAMES)
    env.reset(options={"task": TASK})
    *_, infos = env.step({"planner_0": "go to cart 1", "executor_0": "look"})
    assert infos["executor_0"]["text"].endswith("The planner says: go to cart 1")
    assert infos["planner_0"]["text"].startswith("The executor did: look\n")


def test_all_at_once_a_message_waits_for_whoever_waits():
    env = alfworld_v0.parallel_env(**GAMES)
    env.reset(options={"task": TASK})
    env.step({"planner_0": "go to cart 1", "executor_0": "wait"})
    *_, infos = env.step({"planner_0": "wait", "executor_0": "wait"})
    assert infos["executor_0"]["text"].endswith("The planner says: go to cart 1")
    *_, infos = env.step({"planner_0": "wait", "executor_0": "go to cart 1"})
    assert infos["executor_0"]["text"].endswith("The planner is silent.")


def test_all_at_once_a_script_that_waits_for_answers_wins():
    env = alfworld_v0.parallel_env(**GAMES, max_cycles=100)
    _, infos = env.reset(options={"task": TASK})
    script = hgpo_envs.make("ALFWorldTeam-v0", **GAMES).make_expert()
    script.reset(infos["planner_0"]["text"])
    total, speaks = 0.0, True
    while env.agents:
        mover, other = ("planner_0", "executor_0") if speaks else ("executor_0", "planner_0")
        said = script.act(infos[mover]["text"], infos[mover]["admissible_actions"])
        _, rewards, terminations, _, infos = env.step({mover: said, other: "wait"})
        total += rewards["planner_0"]
        speaks = not speaks
    assert (total, terminations) == (1.0, {"planner_0": True, "executor_0": True})


def test_all_at_once_nobody_acts_on_a_page_that_it_has_not_seen():
    env = webshop_v0.parallel_env(split="test", products=200)
    _, infos = env.reset(seed=1)
    wish = infos["searcher_0"]["instruction"]
    *_, infos = env.step({"searcher_0": f"search[{wish}]", "decider_0": "wait"})
    shown = infos["searcher_0"]
    product = next(a for a in shown["admissible_actions"] if a in shown["action_hints"])
    *_, ends, _, infos = env.step({"searcher_0": product, "decider_0": "click[buy now]"})
    assert not any(ends.values())
    assert infos["decider_0"]["inadmissible"] is True
    assert "click[buy now]" in infos["decider_0"]["admissible_actions"]


@pytest.mark.parametrize("form", ["env", "parallel_env"])
def test_the_global_generators_are_left_alone(form):
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    getattr(alfworld_v0, form)(**GAMES).reset(seed=3)
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002


def test_rendering_shows_what_is_seen():
    env = household(render_mode="ansi")
    assert env.render() == env.infos["planner_0"]["text"]
    both = alfworld_v0.parallel_env(**GAMES, render_mode="ansi")
    both.reset(options={"task": TASK})
    assert both.render().startswith("planner_0: -= Welcome")
    assert "\n\nexecutor_0: -= Welcome" in both.render()

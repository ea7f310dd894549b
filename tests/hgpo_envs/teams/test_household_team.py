import pytest

import hgpo_envs
from hgpo_envs.teams.household import LONGEST_MESSAGE

TASK = "gen_unseen/easy/pick_and_place_simple-000000"  # put some spraybottle on cart


@pytest.fixture
def env():
    return hgpo_envs.make("ALFWorldTeam-v0", split="gen_unseen", difficulty="easy")


def start(env):
    return env.reset(options={"task": TASK})


def test_planner_and_executor_take_turns(env):
    _, info = start(env)
    members = [info["member"]]
    for action in ("look", "look", "go to cart 1"):
        *_, info = env.step(action)
        members.append(info["member"])
    assert members == ["planner", "executor", "planner", "executor"]


def test_the_planner_reads_the_task_and_the_executor_never_does(env):
    seen = {"planner": "", "executor": ""}
    for task in env.panel.ids[:5]:
        text, info = env.reset(options={"task": task})
        goal = env.world.env.begin(task)[0]
        env.reset(options={"task": task})
        expert = env.make_expert()
        expert.reset(text)
        done = False
        while not done:
            seen[info["member"]] += text + info["instruction"]
            action = expert.act(text, info["admissible_actions"])
            text, _, done, _, info = env.step(action)
        assert goal in seen["planner"]
        assert "Your task" not in seen["executor"]
        assert goal.removeprefix("Your task is to: ") not in seen["executor"]


def test_the_executor_sees_what_the_game_says_and_what_the_planner_says(env):
    start(env)
    text, _, _, _, info = env.step("go to cart 1")
    assert text.startswith(
        "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room."
    )
    assert text.endswith("a towelholder 1.\n\nThe planner says: go to cart 1")
    assert info["instruction"] == "The planner says: go to cart 1"
    env.step("go to cart 1")
    text, *_ = env.step("look")
    assert text == (
        "You arrive at cart 1. On the cart 1, you see nothing.\n\nThe planner says: look"
    )


def test_the_planner_sees_what_the_executor_did(env):
    start(env)
    env.step("go to cart 1")
    text, *_ = env.step("look")
    assert text.startswith("The executor did: look\nYou are in the middle of a room.")


def test_the_planner_may_say_anything_in_brackets(env):
    start(env)
    text, _, _, _, info = env.step("say[find  the spraybottle\nfirst]")
    assert text.endswith("\n\nThe planner says: find the spraybottle first")
    assert info["inadmissible"] is False


@pytest.mark.parametrize(
    "nonsense", ["", "xyzzy", "say[]", "say[ ]", f"say[{'x' * (LONGEST_MESSAGE + 1)}]"]
)
def test_what_is_no_message_is_refused_and_nothing_is_heard(env, nonsense):
    start(env)
    text, _, _, _, info = env.step(nonsense)
    assert text.endswith("\n\nThe planner is silent.")
    assert info["inadmissible"] is True
    assert info["member"] == "executor"


def test_a_message_is_heard_once(env):
    start(env)
    env.step("go to cart 1")
    env.step("look")
    text, *_ = env.step("xyzzy")
    assert text.endswith("\n\nThe planner is silent.")


def test_a_long_refused_command_is_quoted_in_part(env):
    start(env)
    env.step("look")
    text, _, _, _, info = env.step("x" * 100_000)
    assert info["inadmissible"] is True
    assert text.startswith("The executor did: " + "x" * 200 + " ...\n")


def test_a_message_earns_nothing_and_the_last_command_earns_the_teams_reward(env):
    text, info = start(env)
    expert = env.make_expert()
    expert.reset(text)
    rewards, done = [], False
    while not done:
        text, reward, done, _, info = env.step(expert.act(text, info["admissible_actions"]))
        rewards.append(reward)
    # four messages and four commands: go, take, go, move
    assert rewards == [0, 0, 0, 0, 0, 0, 0, 1]
    assert info["won"] is True


def test_the_scripts_win_every_easy_game(env):
    for task in env.panel.ids[:20]:
        text, info = env.reset(options={"task": task})
        expert = env.make_expert()
        expert.reset(text)
        over = False
        while not over:
            action = expert.act(text, info["admissible_actions"])
            text, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        assert info["won"], task


def test_the_executors_script_looks_around_where_it_can_not_do_what_it_hears(env):
    expert = env.make_expert()
    assert expert.act("It is.\n\nThe planner says: find it", ("go to bed 1", "look")) == "look"
    assert expert.act("It is.\n\nThe planner is silent.", ("go to bed 1", "look")) == "look"


def test_a_snapshot_keeps_what_was_said(env):
    start(env)
    heard = env.step("go to cart 1")
    kept = env.snapshot()
    after = env.step("look")
    start(env)
    env.restore(kept)
    assert env.step("look") == after
    env.restore(kept)
    assert env.render() is None
    assert env.world.view("executor").text == heard[0]


def test_the_planners_advice_is_followed_by_both():
    env = hgpo_envs.make(
        "ALFWorldTeam-v0", split="gen_unseen", difficulty="easy", extras=("expert_action",)
    )
    _, info = start(env)
    _, _, _, _, heard = env.step(info["expert_action"])
    assert heard["expert_action"] == info["expert_action"]


def test_its_panel_has_the_games_of_the_single_player_under_a_hash_of_its_own(env):
    alone = hgpo_envs.make("ALFWorld-v0", split="gen_unseen", difficulty="easy")
    assert env.panel.ids == alone.panel.ids
    assert env.panel.env_id == "ALFWorldTeam-v0"
    assert env.panel.hash != alone.panel.hash

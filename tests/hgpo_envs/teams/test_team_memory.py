"""Who remembers what: memory keeps to the members' views, here and in workers."""

import pytest

import hgpo_envs
from hgpo_envs.context import ContextWrapper, make_memory
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv

MEMORIES = [
    {"kind": "window", "size": 2},
    {"kind": "full"},
    {"kind": "summary"},
    {"kind": "combined", "parts": [{"kind": "window", "size": 1}, {"kind": "summary"}]},
]
GAMES = {"split": "gen_unseen"}


def by_script(env):
    """Play a task with the scripts; yield (member, context) before each step."""
    info = env.begin(options={"task": env.unwrapped.panel.ids[0]})
    script = env.unwrapped.make_expert()
    script.reset(env.context.observation)
    over = False
    while not over:
        context = env.context
        yield info["member"], context
        action = script.act(context.observation, context.admissible_actions)
        _, terminated, truncated, info = env.advance(action)
        over = terminated or truncated


@pytest.mark.parametrize("memory", MEMORIES, ids=lambda memory: memory["kind"])
def test_the_executor_remembers_nothing_whatever_the_memory(memory):
    env = ContextWrapper(hgpo_envs.make("ALFWorldTeam-v0", **GAMES), make_memory(**memory))
    seen = [context for member, context in by_script(env) if member == "executor"]
    assert len(seen) > 3
    assert all(context.turns == () and context.notes == () for context in seen)
    task = env.turns[0].info["instruction"].partition("Your task is to: ")[2]
    assert task
    assert not any(task in context.text for context in seen)


def test_the_planner_remembers_what_it_saw_and_said():
    env = ContextWrapper(hgpo_envs.make("ALFWorldTeam-v0", **GAMES), make_memory("full"))
    for member, context in by_script(env):
        if member == "planner":
            assert [turn.info["member"] for turn in context.turns] == (
                ["planner"] * (context.step // 2)
            )


def test_a_window_counts_the_members_own_turns():
    env = ContextWrapper(hgpo_envs.make("ALFWorldTeam-v0", **GAMES), make_memory("window", size=2))
    *_, (member, context) = (one for one in by_script(env) if one[0] == "planner")
    assert member == "planner"
    assert context.turns == env.turns[context.step - 4 : context.step : 2]


def test_equal_keys_over_both_members_steps_mean_equal_windows():
    # Planner and executor alternate: K of the planner's turns lie within 2 K steps of the team.
    env = ContextWrapper(hgpo_envs.make("ALFWorldTeam-v0", **GAMES), make_memory("window", size=1))
    met: dict[int, tuple[tuple[str, str], ...]] = {}
    for task in env.unwrapped.panel.ids[:2]:
        for second in ("look", "inventory"):
            env.begin(options={"task": task})
            for key, shown in _keys_and_windows(env, ["look", "look", second, second, *LOOKS]):
                assert met.setdefault(key, shown) == shown
    assert len(met) > 4


LOOKS = ["look"] * 4


def _keys_and_windows(env, actions):
    env.advance(actions[0])
    for action in actions[1:]:
        env.advance(action)
        shown = tuple((turn.observation, turn.action) for turn in env.context.turns)
        yield env.context_key(2, actions=True), shown


def test_each_shopper_remembers_its_own_pages():
    env = ContextWrapper(hgpo_envs.make("WebShopTeam-v0", split="test"), make_memory("full"))
    members = set()
    for member, context in by_script(env):
        members.add(member)
        assert all(turn.info["member"] == member for turn in context.turns)
    assert members == {"searcher", "decider"}


@pytest.mark.parametrize("workers", [1, 2])
def test_members_remember_the_same_in_workers(workers):
    recipe = EnvRecipe(id="ALFWorldTeam-v0", split="gen_unseen", memory=MEMORIES[3])
    tasks = hgpo_envs.make("ALFWorldTeam-v0", split="gen_unseen").panel.ids[:2]
    told = []
    for number in (0, workers):
        vector = GroupVectorEnv(recipe, group_size=2, workers=number)
        told.append(list(_rollout(vector, tasks)))
        vector.close()
    assert told[0] == told[1]


def _rollout(vector, tasks):
    vector.reset(tasks)
    for step in range(12):
        contexts = vector.contexts()
        yield [context.text for context in contexts], vector.anchors()
        chosen = [
            context.admissible_actions[(7 * step) % len(context.admissible_actions)]
            for context in contexts
        ]
        yield vector.step(chosen)

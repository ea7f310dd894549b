from collections.abc import Sequence

import numpy as np
import pytest
from worlds.number_guess import NUMBER_GUESS, NumberGuess

import hgpo_envs
from hgpo_envs.context import ContextWrapper, make_memory
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.vector import GroupVectorEnv, Outcome


def guesses(max_steps: int = 4) -> ContextWrapper:
    return ContextWrapper(NumberGuess(spec=NUMBER_GUESS, split="exam", max_steps=max_steps))


def houses() -> ContextWrapper:
    env = hgpo_envs.make("ALFWorld-v0", max_steps=12)
    return ContextWrapper(env, make_memory("window", size=2))


def secret(task: str) -> str:
    env = guesses()
    env.begin(options={"task": task})
    return str(env.unwrapped.save())  # type: ignore[attr-defined]


def test_members_of_a_group_share_the_task() -> None:
    vector = GroupVectorEnv(houses, group_size=3)
    tasks = hgpo_envs.make("ALFWorld-v0").panel.ids[:2]
    vector.reset(tasks)
    assert len(vector) == 6
    assert vector.live == [0, 1, 2, 3, 4, 5]
    told = [context.instruction for context in vector.contexts()]
    assert told[:3] == [told[0]] * 3
    assert told[3:] == [told[3]] * 3
    assert told[0] != told[3]
    assert vector.anchors() == [context.observation for context in vector.contexts()]


def test_members_whose_episode_ends_cost_no_further_step() -> None:
    vector = GroupVectorEnv(guesses, group_size=2)
    vector.reset(["exam-00", "exam-01"])
    outcomes = vector.step(["x", secret("exam-00"), "0", "0"])
    assert outcomes == [
        Outcome(0, 0.0, terminated=False, truncated=False, won=False, inadmissible=True),
        Outcome(1, 1.0, terminated=True, truncated=False, won=True, inadmissible=False),
        Outcome(2, 0.0, terminated=False, truncated=False, won=False, inadmissible=False),
        Outcome(3, 0.0, terminated=False, truncated=False, won=False, inadmissible=False),
    ]
    assert vector.live == [0, 2, 3]
    assert len(vector.contexts()) == len(vector.anchors()) == 3
    assert [outcome.member for outcome in vector.step(["0", "0", secret("exam-01")])] == [0, 2, 3]
    assert vector.live == [0, 2]
    vector.step(["0", "0"])
    last = vector.step(["0", "0"])
    assert [outcome.truncated for outcome in last] == [True, True]
    assert vector.live == []
    assert vector.contexts() == []
    assert len(vector) == 4


def test_a_new_rollout_starts_with_everybody_and_uses_the_environments_again() -> None:
    made: list[ContextWrapper] = []

    def make() -> ContextWrapper:
        made.append(guesses())
        return made[-1]

    vector = GroupVectorEnv(make, group_size=2)
    vector.reset(["exam-00", "exam-01"])
    vector.step([secret("exam-00")] * 2 + ["0"] * 2)
    vector.reset(["exam-02"])
    assert vector.live == [0, 1]
    assert [context.step for context in vector.contexts()] == [0, 0]
    vector.reset(["exam-02", "exam-03", "exam-04"])
    assert len(made) == 6


def transcripts(tasks: Sequence[str], *, side_by_side: int) -> dict[tuple[str, int], list[str]]:
    """Play two members a task with their own random numbers, some tasks at a time."""
    told: dict[tuple[str, int], list[str]] = {}
    vector = GroupVectorEnv(houses, group_size=2)
    for start in range(0, len(tasks), side_by_side):
        part = list(tasks[start : start + side_by_side])
        vector.reset(part)
        names = [(task, member) for task in part for member in range(2)]
        streams = [np.random.default_rng([tasks.index(t), member]) for t, member in names]
        while vector.live:
            contexts = vector.contexts()
            actions = []
            for member, context in zip(vector.live, contexts, strict=True):
                told.setdefault(names[member], []).append(context.text)
                assert context.admissible_actions is not None
                pick = streams[member].integers(len(context.admissible_actions))
                actions.append(context.admissible_actions[pick])
            vector.step(actions)
    return told


def test_what_members_see_does_not_depend_on_how_many_groups_play_side_by_side() -> None:
    tasks = hgpo_envs.make("ALFWorld-v0").panel.ids[:6]
    together = transcripts(tasks, side_by_side=6)
    assert together == transcripts(tasks, side_by_side=1)
    assert together == transcripts(tasks, side_by_side=4)
    assert len(together) == 12
    assert together[tasks[0], 0] != together[tasks[0], 1]


def test_as_many_actions_as_live_members_are_needed() -> None:
    vector = GroupVectorEnv(guesses, group_size=2)
    vector.reset(["exam-00"])
    with pytest.raises(EnvInputError) as error:
        vector.step(["1"])
    assert str(error.value) == (
        "1 actions were given for 2 live members; expected one action each, in the order of `live`."
    )
    assert [context.step for context in vector.contexts()] == [0, 0]


@pytest.mark.parametrize("size", [0, -1, True, 2.0])
def test_a_group_of_no_size_is_refused(size: object) -> None:
    with pytest.raises(EnvInputError) as error:
        GroupVectorEnv(guesses, group_size=size)  # type: ignore[arg-type]
    assert str(error.value) == (f"group_size is {size!r}; expected a whole number of at least 1.")


def test_tasks_that_are_unknown_or_one_string_are_refused() -> None:
    vector = GroupVectorEnv(guesses, group_size=2)
    with pytest.raises(EnvInputError) as error:
        vector.reset("exam-00")
    assert str(error.value) == "tasks is 'exam-00'; expected a list of task ids: ['exam-00']."
    with pytest.raises(UnknownNameError):
        vector.reset(["exam-00", "exam-99"])

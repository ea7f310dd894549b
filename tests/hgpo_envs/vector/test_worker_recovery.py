"""What is done about lost workers, without processes: each message can be the one that is lost."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.loop_workers import FINE, LOST_AFTER, LOST_BEFORE, SILENT, loop_launcher

from hgpo_envs.context import make_memory
from hgpo_envs.errors import UnknownNameError, WorkerError
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv, Loss

HOUSES = EnvRecipe(id="alfworld", options={"max_steps": 5}, memory={"kind": "window", "size": 2})
TASKS = HOUSES.make().unwrapped.panel.ids[:3]  # type: ignore[attr-defined]


def rollout(vector: GroupVectorEnv, *, texts: bool = True) -> list[object]:
    """Play with each member's own random numbers; return all that was told."""
    told: list[object] = []
    vector.reset(TASKS)
    streams = [np.random.default_rng([3, member]) for member in range(len(vector))]
    while vector.live:
        contexts = vector.contexts()
        told.append(vector.anchors())
        actions = []
        for member, context in zip(vector.live, contexts, strict=True):
            if texts:
                told.append(context.text)
            told.append((context.turns, context.notes, context.step, context.observation))
            told.append((context.instruction, context.extras, context.hints))
            assert context.admissible_actions is not None
            offered = ("dance", *context.admissible_actions)
            actions.append(offered[streams[member].integers(len(offered))])
        told.append(vector.step(actions))
    return told


@pytest.fixture(scope="module")
def undisturbed() -> list[object]:
    return rollout(GroupVectorEnv(HOUSES, group_size=2))


def test_a_rollout_has_something_to_lose(undisturbed: list[object]) -> None:
    assert len(undisturbed) > 5 * 6


FATES = st.lists(st.sampled_from((FINE, LOST_BEFORE, LOST_AFTER)), max_size=5)


# A new worker needs five messages in a row: its recipe, its episodes again, and the actions that
# were lost, here up to three members one at a time. More losses than five in a row are an error.
@given(st.lists(FATES.map(lambda fates: [*fates, *[FINE] * 5]), max_size=6))
@settings(deadline=None, derandomize=True, max_examples=40)
def test_whenever_workers_are_lost_the_rollout_is_the_undisturbed_one(
    undisturbed: list[object], parts: list[list[str]]
) -> None:
    fates = chain.from_iterable(parts)
    vector = GroupVectorEnv(HOUSES, group_size=2, workers=2, launch=loop_launcher(*fates))
    assert rollout(vector) == undisturbed


@pytest.mark.parametrize("fate", [LOST_BEFORE, LOST_AFTER, SILENT])
@pytest.mark.parametrize("message", range(8))
def test_one_loss_at_any_message_is_recorded_once(
    undisturbed: list[object], fate: str, message: int
) -> None:
    # one worker: message 0 is its recipe, message 1 the start, then five actions a rollout; an
    # eighth message comes with the second rollout
    launch = loop_launcher(*[FINE] * message, fate)
    with GroupVectorEnv(HOUSES, group_size=2, workers=1, launch=launch) as vector:
        assert rollout(vector) == undisturbed
        assert rollout(vector) == undisturbed
        cause = {
            LOST_BEFORE: "lost before it read",
            LOST_AFTER: "lost before it answered",
            SILENT: f"no answer within {600 if message == 0 else 120} s",
        }[fate]
        # all six episodes go on at messages 2 to 6, with 0 to 4 actions each
        going_on = 6 if 2 <= message <= 6 else 0
        steps = 6 * (message - 2) if going_on else 0
        assert vector.losses == (Loss(worker=0, cause=cause, episodes=going_on, steps=steps),)


def test_a_worker_that_is_lost_between_rollouts_is_replaced(undisturbed: list[object]) -> None:
    started = []

    def launch(number: int) -> object:
        started.append(loop_launcher()(number))
        return started[-1]

    with GroupVectorEnv(HOUSES, group_size=2, workers=1, launch=launch) as vector:  # type: ignore[arg-type]
        rollout(vector)
        started[0].kill()
        assert rollout(vector) == undisturbed
        assert vector.losses == (
            Loss(worker=0, cause="gone between two rollouts", episodes=0, steps=0),
        )
    assert len(started) == 2


def test_what_was_closed_or_failed_can_be_used_again(undisturbed: list[object]) -> None:
    # the third worker, which the rollout after the failure starts, is lost before it is ready
    fates = (*[FINE] * 7, *[FINE] * 2, *[LOST_AFTER] * 6, LOST_AFTER)
    vector = GroupVectorEnv(HOUSES, group_size=2, workers=1, launch=loop_launcher(*fates))
    assert rollout(vector) == undisturbed
    vector.close()
    assert vector.live == []
    vector.reset(TASKS)
    with pytest.raises(WorkerError):
        vector.step(["look"] * 6)
    assert rollout(vector) == undisturbed


def test_a_worker_that_is_lost_again_and_again_is_given_up() -> None:
    launch = loop_launcher(FINE, FINE, *[LOST_AFTER] * 99)
    vector = GroupVectorEnv(HOUSES, group_size=2, workers=1, launch=launch)
    vector.reset(TASKS)
    with pytest.raises(WorkerError) as error:
        vector.step(["look"] * 6)
    assert str(error.value) == (
        "worker 0 was lost 5 times in a row, the last time in the action 'look' of task "
        f"{TASKS[0]!r} (step 1): lost before it answered. Find out what ends it, for example by "
        "playing that task without workers; is there enough memory?"
    )
    assert len(vector.losses) == 5


def test_who_does_not_answer_twice_is_named() -> None:
    # recipe, start, the step that hangs; recipe and replay of the new worker, the first member's
    # step, and the second member's, which hangs
    fates = (FINE, FINE, SILENT, FINE, FINE, FINE, SILENT)
    vector = GroupVectorEnv(
        HOUSES, group_size=2, workers=1, timeout_s=7.5, launch=loop_launcher(*fates)
    )
    vector.reset(TASKS)
    with pytest.raises(WorkerError) as error:
        vector.step(["look", "inventory", *["look"] * 4])
    assert str(error.value) == (
        f"the action 'inventory' of task {TASKS[0]!r} (step 1) took more than 7.5 s, and again in "
        "a new worker that did nothing else. Raise timeout_s if it is only slow; otherwise mend "
        "the environment or leave the task out."
    )


def test_prompts_are_rendered_by_workers_once_somebody_reads_them() -> None:
    with GroupVectorEnv(HOUSES, group_size=1, workers=1, launch=loop_launcher()) as vector:
        vector.reset(TASKS)
        vector.step(["look"] * 3)
        rendered = [context.text for context in vector.contexts()]
        vector.step(["look"] * 3)
        assert all(context._text for context in vector.contexts())
        assert len(set(rendered)) == 3


def test_contexts_that_are_kept_do_not_change() -> None:
    with GroupVectorEnv(HOUSES, group_size=1, workers=1, launch=loop_launcher()) as vector:
        vector.reset(TASKS[:1])
        vector.step(["look"])
        (kept,) = vector.contexts()
        vector.step(["inventory"])
        assert kept.step == 1
        assert [turn.action for turn in kept.turns] == ["look"]
        assert kept.text != vector.contexts()[0].text


def test_a_memory_that_can_not_be_told_recalls_in_this_process(undisturbed: list[object]) -> None:
    vector = GroupVectorEnv(
        HOUSES,
        group_size=2,
        workers=2,
        memory=make_memory("window", size=2),
        launch=loop_launcher(),
    )
    assert rollout(vector) == undisturbed


def test_an_unknown_task_is_refused_in_the_same_words_as_without_workers() -> None:
    said = []
    for workers in (0, 1):
        vector = GroupVectorEnv(HOUSES, group_size=1, workers=workers, launch=loop_launcher())
        with pytest.raises(UnknownNameError) as error:
            vector.reset(["nowhere"])
        said.append(str(error.value))
        vector.reset(TASKS)
        assert len(vector.contexts()) == 3
    assert said[0] == said[1]

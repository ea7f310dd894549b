import numpy as np
import plain_loops
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError

anything = settings(deadline=None, derandomize=True, max_examples=100)

COLUMNS = {
    "group": [0, 0, 0, 0],
    "trajectory": ["a", "b", "a", "b"],
    "step": [0, 1, 1, 0],
    "reward": [0.0, 1.0, 0.0, 0.0],
    "anchor": ["x", "y", "y", "x"],
}


def test_rows_know_the_steps_before_and_after_them():
    batch = batch_of(COLUMNS)
    assert batch.previous.tolist() == [-1, 3, 0, -1]
    assert batch.following.tolist() == [2, -1, -1, 1]
    assert len(batch) == 4


def test_one_trajectory_id_in_two_groups_is_two_trajectories():
    batch = batch_of(COLUMNS | {"group": [0, 5, 0, 5], "trajectory": [9, 9, 9, 9]})
    assert batch.trajectory.tolist() == [0, 1, 0, 1]
    assert batch.group_of_trajectory().tolist() == [0, 1]


def test_a_level_holds_the_steps_of_equal_context():
    level = [batch_of(COLUMNS).level(k).tolist() for k in range(3)]
    assert level == [[0, 1, 1, 0], [-1, 0, 0, -1], [-1, -1, -1, -1]]


def test_levels_may_be_asked_for_in_any_order():
    batch = batch_of(COLUMNS)
    assert batch.level(1).tolist() == [-1, 0, 0, -1]
    assert batch.level(0).tolist() == [0, 1, 1, 0]
    assert batch.level(1) is batch.level(1)


def test_steps_may_begin_after_zero():
    batch = batch_of(COLUMNS | {"step": [7, 3, 8, 2]})
    assert batch.previous.tolist() == [-1, 3, 0, -1]


@anything
@given(step_columns(), st.integers(0, 2**32 - 1), st.integers(0, 5))
def test_levels_are_equal_exactly_where_contexts_are(columns, seed, k):
    columns, _ = shuffled(columns, seed)
    level, keys = batch_of(columns).level(k).tolist(), plain_loops.contexts(columns, k)
    assert [one == -1 for one in level] == [key is None for key in keys]
    assert len(set(zip(level, keys, strict=True))) == len(set(level)) == len(set(keys))


def test_the_given_arrays_are_copied():
    reward = np.array(COLUMNS["reward"])
    batch = StepBatch.from_arrays(**(COLUMNS | {"reward": reward}))
    reward[:] = 7.0
    assert batch.reward.tolist() == COLUMNS["reward"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"reward": [0.0, 1.0]},
            "the columns differ in length: group 4, trajectory 4, step 4, reward 2, anchor 4. "
            "Give each one value a row.",
        ),
        (
            {"reward": [[0.0]] * 4},
            "reward has shape (4, 1); expected one value a row, shape [rows].",
        ),
        ({"reward": ["1"] * 4}, "reward has dtype <U1; expected numbers."),
        (
            {"reward": [0.0, 0.0, np.nan, 0.0]},
            "reward is nan at row 2; expected finite numbers. Find where it came from: an estimate "
            "would spread it over the whole group.",
        ),
        ({"step": [0.0, 1.0, 1.0, 0.0]}, "step has dtype float64; expected integers."),
        ({"step": [0, 1, 1, -1]}, "step is -1 at row 3; expected 0 or more."),
        (
            {"step": [0, 1, 2, 0]},
            "the steps of a trajectory must be consecutive; rows 0 and 2 are its steps 0 and 2. "
            "Give every step once, or a trajectory id of its own to each trajectory of a group.",
        ),
        (
            {"trajectory": ["a"] * 4},
            "the steps of a trajectory must be consecutive; rows 0 and 3 are its steps 0 and 0. "
            "Give every step once, or a trajectory id of its own to each trajectory of a group.",
        ),
        (
            {"truncated": [True, False, False, False]},
            "truncated is true at row 0, which is not its trajectory's last step; a trajectory is "
            "cut after its last step only.",
        ),
        ({"truncated": [0, 1, 0, 0]}, "truncated has dtype int64; expected booleans."),
        (
            {"value": [0.0, np.inf, 0.0, 0.0]},
            "value is inf at row 1; expected finite numbers. Find "
            "where it came from: an estimate would spread it over the whole group.",
        ),
        (
            {"value": [[1.0], [1.0, 2.0]]},
            "value is ragged (setting an array element with a sequence. The requested array has an "
            "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous "
            "part.); expected one value a row.",
        ),
    ],
)
def test_a_wrong_column_is_refused(changed, message):
    with pytest.raises(AlgorithmInputError) as error:
        StepBatch.from_arrays(**(COLUMNS | changed))
    assert str(error.value) == message


def test_states_can_not_be_grouped_without_anchors():
    batch = StepBatch.from_arrays(**{k: v for k, v in COLUMNS.items() if k != "anchor"})
    with pytest.raises(AlgorithmInputError) as error:
        batch.level(0)
    assert str(error.value) == (
        "the batch has no anchors, so its steps can't be grouped by state. Pass "
        "StepBatch.from_arrays(anchor=...), one id of the state a step."
    )


def test_a_negative_history_is_refused():
    with pytest.raises(AlgorithmInputError) as error:
        batch_of(COLUMNS).level(-1)
    assert str(error.value) == "a context's history is -1 steps; expected 0 or more."


def test_lengths_and_greedy_returns_are_kept_and_checked():
    batch = StepBatch.from_arrays(**COLUMNS, length=[3] * 4, greedy_return=[0.5] * 4)
    assert batch.length is not None
    assert batch.greedy_return is not None
    assert batch.length.tolist() == [3] * 4
    assert batch.greedy_return.tolist() == [0.5] * 4
    with pytest.raises(AlgorithmInputError) as error:
        StepBatch.from_arrays(**COLUMNS, length=[3, 3, 3, -1])
    assert str(error.value) == "length is -1 at row 3; expected 0 or more."


def test_entropies_are_kept_and_checked():
    batch = StepBatch.from_arrays(**COLUMNS, entropy=[0.5] * 4)
    assert batch.entropy is not None
    assert batch.entropy.tolist() == [0.5] * 4
    assert StepBatch.from_arrays(**COLUMNS).entropy is None
    with pytest.raises(AlgorithmInputError, match="entropy is nan at row 0"):
        StepBatch.from_arrays(**COLUMNS, entropy=[float("nan")] * 4)

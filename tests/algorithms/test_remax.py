import numpy as np
import pytest
from step_columns import batch_of

import algorithms

# Returns 2 (two steps), 0 and 1.
COLUMNS = {
    "group": [4] * 4,
    "trajectory": [0, 0, 1, 2],
    "step": [0, 1, 0, 0],
    "reward": [0.0, 2.0, 0.0, 1.0],
}


def test_a_return_is_compared_with_the_greedy_one():
    batch = batch_of(COLUMNS, greedy_return=[1.0] * 4)
    found = algorithms.make("remax").advantages(batch)
    np.testing.assert_array_equal(found, [1.0, 1.0, -1.0, 0.0])


def test_a_difference_that_is_rounding_is_none():
    # 0.1 + 0.2 is not 0.3.
    columns = {"group": [0, 0], "trajectory": [0, 0], "step": [0, 1], "reward": [0.1, 0.2]}
    batch = batch_of(columns, greedy_return=[0.3, 0.3])
    assert algorithms.make("remax").advantages(batch).tolist() == [0.0, 0.0]


def test_greedy_returns_are_asked_for():
    assert algorithms.make("remax").needs_greedy_return
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("remax").advantages(batch_of(COLUMNS))
    assert str(error.value) == (
        "ReMax needs the return of a greedy episode of every step's task, and the batch has none. "
        "Pass StepBatch.from_arrays(greedy_return=...)."
    )

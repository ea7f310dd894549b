import numpy as np
import plain_followups
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms

# Returns 0, 4, 1 and k = 2: sets (0,4), (0,1), (4,1), C(3, 2) = 3. The first raises the best of
# none; the second by 4 over 0 and by 3 over 1; the third by 1 over 0. n s = 3/3 (0, 7, 1).
COLUMNS = {
    "group": [0] * 4,
    "trajectory": [0, 1, 1, 2],
    "step": [0, 0, 1, 0],
    "reward": [0.0, 3.0, 1.0, 1.0],
}


def advantages(columns, **options):
    return algorithms.make("pkpo", **options).advantages(batch_of(columns)).tolist()


def test_a_trajectory_counts_by_how_much_it_raises_the_best_of_k():
    assert advantages(COLUMNS, k=2) == [0.0, 7.0, 7.0, 1.0]


def test_only_the_best_counts_where_a_set_is_the_whole_group():
    # One set of three; it raises the best from 1 to 4, times n = 3.
    assert advantages(COLUMNS, k=3) == [0.0, 9.0, 9.0, 0.0]


def test_a_group_of_fewer_than_k_is_one_set():
    assert advantages(COLUMNS, k=50) == advantages(COLUMNS, k=3)


def test_two_that_are_equally_good_raise_nothing_over_each_other():
    # Returns 1, 1, 0, k = 2: each of the best raises the set with the third by 1.
    columns = COLUMNS | {"reward": [1.0, 1.0, 0.0, 0.0]}
    assert advantages(columns, k=2) == [1.0, 1.0, 1.0, 0.0]


@settings(deadline=None, derandomize=True, max_examples=100)
@given(step_columns(members=6), st.integers(2, 5))
def test_the_sum_over_ranks_equals_the_sum_over_all_sets(columns, k):
    found = algorithms.make("pkpo", k=k).advantages(batch_of(columns))
    np.testing.assert_allclose(found, plain_followups.pkpo(columns, k), atol=1e-10, rtol=0)


def test_the_mean_is_an_unbiased_gradient_of_the_best_of_k():
    # Two actions, of reward 1 with probability p and 0: the best of 2 is 1 − (1 − p)², which
    # grows by 2(1 − p) with p. The score of the actions is 1/p and −1/(1 − p). Over all
    # outcomes of n = 3, weighed by their probability, mean(n s score) must be that.
    p, total = 0.3, 0.0
    for outcome in range(8):
        rewards = [(outcome >> member) & 1 for member in range(3)]
        columns = {"group": [0] * 3, "trajectory": [0, 1, 2], "step": [0] * 3, "reward": rewards}
        weights = algorithms.make("pkpo", k=2).advantages(batch_of(columns))
        score = np.where(np.array(rewards) == 1, 1 / p, -1 / (1 - p))
        total += p ** sum(rewards) * (1 - p) ** (3 - sum(rewards)) * float((weights * score).mean())
    assert total == pytest.approx(2 * (1 - p), abs=1e-12)


def test_sets_of_one_are_refused():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("pkpo", k=1)
    assert str(error.value) == "k is 1; expected a whole number of 2 or more."

import numpy as np
import plain_followups
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms

# Returns 2 (two steps), 0 and 1. By steps b = (2·2 + 0 + 1)/4 = 5/4; by tokens, 5 + 1, 2 and
# 2, b = (6·2 + 2·0 + 2·1)/10 = 7/5.
COLUMNS = {
    "group": [4] * 4,
    "trajectory": [0, 0, 1, 2],
    "step": [0, 1, 0, 0],
    "reward": [0.0, 2.0, 0.0, 1.0],
}


def advantages(columns, **more):
    return algorithms.make("opo").advantages(batch_of(columns, **more))


def test_a_trajectory_weighs_by_its_steps_in_the_mean():
    np.testing.assert_allclose(advantages(COLUMNS), [0.75, 0.75, -1.25, -0.25], rtol=1e-14)


def test_a_trajectory_weighs_by_its_tokens_where_they_are_known():
    found = advantages(COLUMNS, length=[5, 1, 2, 2])
    np.testing.assert_allclose(found, [0.6, 0.6, -1.4, -0.4], rtol=1e-14)


def test_equal_lengths_give_the_plain_mean():
    columns = {name: column[1:] for name, column in COLUMNS.items()} | {"step": [0, 0, 0]}
    grpo = algorithms.make("grpo", normalise="mean").advantages(batch_of(columns))
    np.testing.assert_allclose(advantages(columns), grpo, atol=1e-15)


def test_a_group_without_tokens_teaches_nothing():
    assert advantages(COLUMNS, length=[0, 0, 0, 0]).tolist() == [0.0] * 4


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.randoms(use_true_random=False))
def test_it_equals_plain_loops(columns, random):
    length = [random.randint(0, 9) for _ in columns["step"]]
    for given_length in (None, length):
        found = advantages(columns, length=given_length)
        expected = plain_followups.opo(columns, given_length)
        np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)


def test_the_weighted_advantages_of_a_group_sum_to_zero():
    length = np.array([5, 1, 2, 2])
    assert float((advantages(COLUMNS, length=length) * length).sum()) == pytest.approx(0, abs=1e-12)

import numpy as np
import plain_followups
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms

# Group 0 has returns 4 (two steps) and 0, mean 2; group 1 has 3 and 3, so M = 2 of B = 4: α = 2.
COLUMNS = {
    "group": [0, 0, 0, 1, 1],
    "trajectory": [0, 0, 1, 0, 1],
    "step": [0, 1, 0, 0, 0],
    "reward": [1.0, 3.0, 0.0, 3.0, 3.0],
}


def advantages(columns, **options):
    return algorithms.make("gpg", **options).advantages(batch_of(columns))


def test_groups_without_contrast_are_made_up_for():
    assert advantages(COLUMNS).tolist() == [4.0, 4.0, -4.0, 0.0, 0.0]


def test_they_need_not_be():
    assert advantages(COLUMNS, undiluted=False).tolist() == [2.0, 2.0, -2.0, 0.0, 0.0]


def test_the_divisor_may_be_the_deviation():
    # Deviation of a sample of 4 and 0: √8.
    found = advantages(COLUMNS, normalise="mean_std", epsilon=0.0)
    np.testing.assert_allclose(found[:3], np.array([4, 4, -4]) / np.sqrt(8), rtol=1e-14)


def test_the_deviation_may_be_that_of_the_population():
    # Of 4 and 0: 2.
    found = advantages(COLUMNS, normalise="mean_std", epsilon=0.0, deviation="population")
    np.testing.assert_allclose(found[:3], [2, 2, -2], rtol=1e-14)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.sampled_from(("mean", "mean_std")), st.booleans())
def test_it_equals_plain_loops(columns, how, undiluted):
    found = advantages(columns, normalise=how, undiluted=undiluted)
    expected = plain_followups.gpg(columns, how, undiluted)
    np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)

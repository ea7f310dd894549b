import numpy as np
import plain_followups
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms

# Group 0 has returns 4 (two steps) and 0, mean 2; group 1 has 4 and 4. Over the batch the mean of
# (4, 0, 4, 4) is 3 and the squares sum to 1 + 9 + 1 + 1 = 12: deviation √4 = 2 of a sample, √3
# of the population.
COLUMNS = {
    "group": [0, 0, 0, 1, 1],
    "trajectory": [0, 0, 1, 0, 1],
    "step": [0, 1, 0, 0, 0],
    "reward": [1.0, 3.0, 0.0, 4.0, 4.0],
}


def advantages(columns, **options):
    return algorithms.make("lite_ppo", **options).advantages(batch_of(columns))


def test_the_group_gives_the_mean_and_the_batch_the_deviation():
    found = advantages(COLUMNS, epsilon=0.0)
    np.testing.assert_allclose(found, [1.0, 1.0, -1.0, 0.0, 0.0], rtol=1e-14)


def test_the_deviation_may_be_the_populations():
    found = advantages(COLUMNS, epsilon=0.0, deviation="population")
    side = 2 / np.sqrt(3)
    np.testing.assert_allclose(found, [side, side, -side, 0.0, 0.0], rtol=1e-14)


def test_tokens_count_alike_in_the_loss():
    assert algorithms.make("lite_ppo").aggregate == "token"


def test_another_groups_returns_change_the_scale_only():
    wider = advantages(COLUMNS | {"reward": [1.0, 3.0, 0.0, 40.0, -40.0]}, epsilon=0.0)
    # (4, 0, 40, −40): mean 1, squares 9 + 1 + 39² + 41² = 3212, deviation √(3212/3).
    side = 2 / np.sqrt(3212 / 3)
    np.testing.assert_allclose(wider[:3], [side, side, -side], rtol=1e-13)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.sampled_from(("sample", "population")))
def test_it_equals_plain_loops(columns, deviation):
    expected = plain_followups.lite_ppo(columns, {"sample": 1, "population": 0}[deviation])
    found = advantages(columns, deviation=deviation)
    np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)

import numpy as np
import plain_followups
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms

# Rewards 1, 3 and 2, 2 of one group: mean 2, squares 1 + 1 + 0 + 0; deviation of a sample √(2/3),
# of the population √(1/2).
COLUMNS = {
    "group": [0] * 4,
    "trajectory": [0, 0, 1, 1],
    "step": [0, 1, 0, 1],
    "reward": [1.0, 3.0, 2.0, 2.0],
}


def advantages(columns, **options):
    return algorithms.make("grpo_process", **options).advantages(batch_of(columns))


def test_a_step_has_the_scaled_rewards_from_it_on():
    unit = np.sqrt(3 / 2)
    found = advantages(COLUMNS, epsilon=0.0)
    np.testing.assert_allclose(found, [0.0, unit, 0.0, 0.0], atol=1e-14)


def test_later_rewards_may_be_discounted():
    # Differences −1, 1, 0, 0: the first step has −1 + 0.5 · 1.
    found = advantages(COLUMNS, normalise="mean", discount=0.5)
    np.testing.assert_allclose(found, [-0.5, 1.0, 0.0, 0.0], rtol=1e-14)


def test_the_deviation_may_be_the_populations():
    found = advantages(COLUMNS, epsilon=0.0, deviation="population", discount=0.0)
    np.testing.assert_allclose(found, [-np.sqrt(2), np.sqrt(2), 0.0, 0.0], rtol=1e-14)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.sampled_from(("mean_std", "mean")), st.sampled_from((0.0, 0.5, 0.9, 1.0)))
def test_it_equals_plain_loops(columns, how, discount):
    expected = plain_followups.grpo_process(columns, how, discount)
    found = advantages(columns, normalise=how, discount=discount)
    np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)

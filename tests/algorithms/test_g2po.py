import numpy as np
import plain_followups
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms

# x → y → 4, and x → 0. γ = 1/2. Discounted returns 2, 4 and 0; times γ: 1, 2 and 0. V(x) = 1/2,
# V(y) = 2. Steps are worth q = 0 + V(y) = 2, 4 and 0.
COLUMNS = {
    "group": [0] * 3,
    "trajectory": [0, 0, 1],
    "step": [0, 1, 0],
    "reward": [0.0, 4.0, 0.0],
    "anchor": ["x", "y", "x"],
}


def advantages(columns, **options):
    return algorithms.make("g2po", discount=0.5, **options).advantages(batch_of(columns))


def test_a_step_is_compared_in_its_state_and_by_its_gain_in_the_task():
    # Among x: 2 and 0, mean 1. Gains q − V: 3/2, 2 and −1/2, mean 1. Episodes over steps 4, 4, 0.
    found = advantages(COLUMNS, normalise="mean")
    expected = [4 / 3 + 1 + 1 / 2, 4 / 3 + 0 + 1, -8 / 3 - 1 - 3 / 2]
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_omega_weighs_both_comparisons():
    found = advantages(COLUMNS, normalise="mean", omega=10.0)
    np.testing.assert_allclose(found, [4 / 3 + 15, 4 / 3 + 10, -8 / 3 - 25], rtol=1e-14)


def test_deviations_are_those_of_a_sample():
    # Among x √2; gains 1/2, 1, −3/2 off the mean: √(3.5/2); episodes off by 4/3, 4/3, −8/3:
    # √(96/9/2).
    found = advantages(COLUMNS, epsilon=0.0)
    root, gain, whole = np.sqrt(2), np.sqrt(1.75), np.sqrt(96 / 18)
    expected = [
        4 / 3 / whole + 1 / root + 0.5 / gain,
        4 / 3 / whole + 1 / gain,
        -8 / 3 / whole - 1 / root - 1.5 / gain,
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_deviations_may_be_those_of_the_population():
    # Among x 1; gains √(3.5/3); episodes √(96/9/3).
    found = advantages(COLUMNS, epsilon=0.0, deviation="population")
    gain, whole = np.sqrt(3.5 / 3), np.sqrt(96 / 27)
    expected = [
        4 / 3 / whole + 1 + 0.5 / gain,
        4 / 3 / whole + 1 / gain,
        -8 / 3 / whole - 1 - 1.5 / gain,
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_without_the_steps_part_it_is_the_episode_part_of_gigpo():
    gigpo = algorithms.make("gigpo", omega=0.0).advantages(batch_of(COLUMNS))
    assert advantages(COLUMNS, omega=0.0).tolist() == gigpo.tolist()


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.sampled_from(("mean", "mean_std")), st.sampled_from((0.0, 0.3, 1.0)))
def test_it_equals_plain_loops(columns, how, omega):
    found = advantages(columns, normalise=how, omega=omega)
    expected = plain_followups.g2po(columns, how, omega, 0.5)
    np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)

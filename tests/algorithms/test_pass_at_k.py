import numpy as np
import plain_followups
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, step_columns

import algorithms
from algorithms.pass_at_k import share_of_sets

# Four trajectories of one step, of which one passed, and k = 2: of the 6 sets of two, C(3, 2) = 3
# hold none that passed, so R̄ = 1/2 and σ = 1/2. Whoever passed is in sets of reward 1 only:
# Â₊ = (1 − 1/2)/σ = 1. Who did not is in 3 sets, one of them with it that passed:
# Â₋ = (1/3 − 1/2)/σ = −1/3.
ONE_OF_FOUR = {
    "group": [0] * 4,
    "trajectory": [0, 1, 2, 3],
    "step": [0] * 4,
    "reward": [0.0, 1.0, 0.0, 0.0],
}


def advantages(columns, **options):
    return algorithms.make("pass_at_k", epsilon=0.0, **options).advantages(batch_of(columns))


def test_the_one_that_passed_gains_what_the_others_lose():
    found = advantages(ONE_OF_FOUR, k=2)
    np.testing.assert_allclose(found, [-1 / 3, 1.0, -1 / 3, -1 / 3], rtol=1e-14)


def test_sets_of_one_are_grpo_with_the_deviation_of_the_population():
    grpo = algorithms.make("grpo", deviation="population", epsilon=0.0)
    found = advantages(ONE_OF_FOUR, k=1)
    np.testing.assert_allclose(found, grpo.advantages(batch_of(ONE_OF_FOUR)), rtol=1e-14)


def test_failures_that_no_set_can_be_made_of_teach_nothing():
    # Three of four passed: every set of two holds one that did.
    found = advantages(ONE_OF_FOUR | {"reward": [1.0, 1.0, 0.0, 1.0]}, k=2)
    assert found.tolist() == [0.0] * 4


def test_a_return_passes_above_the_threshold_only():
    rewards = {"reward": [2.0, 3.0, 2.0, -1.0]}
    found = advantages(ONE_OF_FOUR | rewards, k=2, threshold=2.0)
    np.testing.assert_allclose(found, [-1 / 3, 1.0, -1 / 3, -1 / 3], rtol=1e-14)


def test_every_step_has_its_trajectorys_advantage():
    columns = {"group": [0] * 3, "trajectory": [0, 0, 1], "step": [0, 1, 0], "reward": [0, 1, 0]}
    # One of two passed, k = 1: R̄ = 1/2, σ = 1/2.
    np.testing.assert_allclose(advantages(columns, k=1), [1.0, 1.0, -1.0], rtol=1e-14)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(step_columns(members=6), st.integers(1, 5))
def test_the_closed_form_equals_the_mean_over_all_sets(columns, k):
    found = algorithms.make("pass_at_k", k=k).advantages(batch_of(columns))
    np.testing.assert_allclose(found, plain_followups.pass_at_k(columns, k), atol=1e-10, rtol=0)


def test_shares_of_sets_are_ratios_of_binomials():
    # C(3, 2)/C(4, 2) = 3/6; C(1, 2) = 0; sets of none lie within whatever there is.
    few, all_, k = np.array([3, 1, 0]), np.array([4, 4, 0]), np.array([2, 2, 0])
    assert share_of_sets(few, all_, k).tolist() == [0.5, 0.0, 1.0]


def test_sets_of_none_are_refused():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("pass_at_k", k=0)
    assert str(error.value) == "k is 0; expected a whole number of 1 or more."


def test_a_threshold_may_be_any_finite_number():
    assert algorithms.make("pass_at_k", threshold=-3.5).threshold == -3.5
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("pass_at_k", threshold=float("nan"))
    assert str(error.value) == "threshold is nan; expected a finite number."

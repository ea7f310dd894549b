import numpy as np
from step_columns import batch_of

import algorithms

# Returns to go 2, 2, 0 and 1 over four steps of one group.
COLUMNS = {
    "group": [4] * 4,
    "trajectory": [0, 0, 1, 2],
    "step": [0, 1, 0, 0],
    "reward": [0.0, 2.0, 0.0, 1.0],
}


def test_returns_to_go_are_normalised_over_the_batch():
    # Mean 5/4, squares 9/16, 9/16, 25/16, 1/16: variance 11/16; so (3, 3, −5, −1) / √11.
    found = algorithms.make("reinforce_pp", epsilon=0.0).advantages(batch_of(COLUMNS))
    np.testing.assert_allclose(found, np.array([3.0, 3.0, -5.0, -1.0]) / np.sqrt(11), rtol=1e-13)


def test_groups_make_no_difference_without_a_baseline():
    apart = COLUMNS | {"group": [0, 0, 1, 2]}
    ours = algorithms.make("reinforce_pp")
    np.testing.assert_array_equal(
        ours.advantages(batch_of(apart)), ours.advantages(batch_of(COLUMNS))
    )


def test_a_step_is_charged_for_what_comes_after_it_alone():
    # Rewards 1, then −1: returns to go 0 and −1; mean −1/2, deviation 1/2.
    columns = {"group": [0, 0], "trajectory": [0, 0], "step": [0, 1], "reward": [1.0, -1.0]}
    found = algorithms.make("reinforce_pp", epsilon=0.0).advantages(batch_of(columns))
    np.testing.assert_allclose(found, [1.0, -1.0], rtol=1e-14)


def test_the_baseline_is_the_groups_mean():
    # Returns 2, 2 (one trajectory), 0, 1 about their mean 1: steps 1, 1, −1, 0; over the batch
    # mean 1/4, squares 9/16, 9/16, 25/16, 1/16: the same as above.
    found = algorithms.make("reinforce_pp_baseline", epsilon=0.0).advantages(batch_of(COLUMNS))
    np.testing.assert_allclose(found, np.array([3.0, 3.0, -5.0, -1.0]) / np.sqrt(11), rtol=1e-13)


def test_the_two_forms_hold_on_to_the_reference_in_their_own_ways():
    plain, baseline = (algorithms.make(n) for n in ("reinforce_pp", "reinforce_pp_baseline"))
    assert (plain.kl_estimator, plain.kl_place) == ("k1", "reward")
    assert (baseline.kl_estimator, baseline.kl_place) == ("k2", "loss")

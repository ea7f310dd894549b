import math

import numpy as np
import pytest
from step_columns import batch_of

from algorithms.errors import AlgorithmInputError
from algorithms.normalise import episode_advantage, normalise


def test_a_row_is_measured_in_deviations_from_its_groups_mean():
    # One of four wins. Mean 1/4; deviation of the population √3/4, of a sample 1/2.
    x, by = np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(4, dtype=np.int64)
    population = normalise(x, by, how="mean_std", ddof=0, epsilon=0.0)
    np.testing.assert_allclose(population, [math.sqrt(3), *[-1 / math.sqrt(3)] * 3], rtol=1e-14)
    sample = normalise(x, by, how="mean_std", ddof=1, epsilon=0.0)
    np.testing.assert_allclose(sample, [1.5, -0.5, -0.5, -0.5], rtol=1e-14)
    assert normalise(x, by, how="mean", ddof=1, epsilon=0.0).tolist() == [0.75, -0.25, -0.25, -0.25]


def test_epsilon_is_added_to_the_deviation():
    x, by = np.array([1.0, -1.0]), np.zeros(2, dtype=np.int64)
    assert normalise(x, by, how="mean_std", ddof=0, epsilon=1.0).tolist() == [0.5, -0.5]


def test_a_row_without_a_group_has_advantage_zero_and_is_not_counted():
    x, by = np.array([9.0, 1.0, 3.0]), np.array([-1, 0, 0])
    assert normalise(x, by, how="mean", ddof=0, epsilon=0.0).tolist() == [0.0, -1.0, 1.0]
    assert normalise(x, by, how="mean_std", ddof=0, epsilon=0.0).tolist() == [0.0, -1.0, 1.0]


@pytest.mark.parametrize("how", ["mean_std", "mean"])
def test_rounding_is_no_contrast(how):
    # In doubles (0.1 + 0.1 + 0.1) / 3 is not 0.1, nor is (0 + 0.3 + 0.6) / 3 equal to 0.3.
    equal, by = np.full(3, 0.1), np.zeros(3, dtype=np.int64)
    assert normalise(equal, by, how=how, ddof=0, epsilon=0.0).tolist() == [0.0, 0.0, 0.0]
    evenly = normalise(np.array([0.0, 0.3, 0.6]), by, how=how, ddof=0, epsilon=0.0)
    assert evenly[1] == 0.0
    assert evenly[0] < -0.1
    assert evenly[2] > 0.1


def test_a_contrast_of_a_billionth_is_kept():
    x, by = np.array([1.0, 1.0 + 1e-9]), np.zeros(2, dtype=np.int64)
    found = normalise(x, by, how="mean_std", ddof=0, epsilon=0.0)
    np.testing.assert_allclose(found, [-1.0, 1.0], rtol=1e-6)


def test_arrays_of_different_lengths_are_refused():
    with pytest.raises(AlgorithmInputError) as error:
        normalise(np.zeros(2), np.zeros(3, dtype=np.int64), how="mean", ddof=0, epsilon=0.0)
    assert str(error.value) == "x has shape (2,), its groups (3,); expected [rows]."


def test_statistics_over_steps_weigh_long_trajectories_more():
    # Returns 4 (one step) and 0 (three steps): mean 2 over trajectories, 1 over steps.
    columns = {
        "group": [0] * 4,
        "trajectory": [0, 1, 1, 1],
        "step": [0, 0, 1, 2],
        "reward": [4.0, 1.0, -1.0, 0.0],
    }
    batch, settings = batch_of(columns), {"how": "mean", "ddof": 1, "epsilon": 0.0}
    by_trajectory = episode_advantage(batch, statistics="trajectories", **settings)
    assert by_trajectory.tolist() == [2.0, -2.0, -2.0, -2.0]
    by_step = episode_advantage(batch, statistics="steps", **settings)
    assert by_step.tolist() == [3.0, -1.0, -1.0, -1.0]

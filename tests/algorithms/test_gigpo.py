import numpy as np
from step_columns import batch_of

import algorithms

# Two trajectories from state x; the first goes over y and wins, the second loses at once.
# With γ = 1/2 the returns to go are 2 and 4, and 0. Episodes 4 and 0: over trajectories mean 2,
# over steps (4, 4, 0) mean 8/3. In state x 2 is compared with 0: mean 1; y has one step.
COLUMNS = {
    "group": [0, 0, 0],
    "trajectory": [0, 0, 1],
    "step": [0, 1, 0],
    "reward": [0.0, 4.0, 0.0],
    "anchor": ["x", "y", "x"],
}


def advantages(**options):
    gigpo = algorithms.make("gigpo", discount=0.5, epsilon=0.0, **options)
    return gigpo.advantages(batch_of(COLUMNS))


def test_step_advantages_are_added_to_episode_advantages():
    found = advantages(normalise="mean", episode_statistics="trajectories")
    np.testing.assert_allclose(found, [2 + 1, 2, -2 - 1], rtol=1e-14)


def test_omega_weighs_the_step_advantage():
    found = advantages(normalise="mean", episode_statistics="trajectories", omega=10.0)
    np.testing.assert_allclose(found, [2 + 10, 2, -2 - 10], rtol=1e-14)


def test_episode_statistics_are_over_steps_by_default():
    found = advantages(normalise="mean", omega=0.0)
    np.testing.assert_allclose(found, [4 / 3, 4 / 3, -8 / 3], rtol=1e-14)


def test_both_parts_are_divided_by_the_deviation_of_a_sample():
    # Episodes 4 and 0: deviation √8, advantage ±1/√2. Steps 2 and 0: deviation √2, ±1/√2.
    found = advantages(episode_statistics="trajectories")
    half = np.sqrt(0.5)
    np.testing.assert_allclose(found, [2 * half, half, -2 * half], rtol=1e-14)


def test_equal_states_of_different_task_groups_are_not_compared():
    columns = COLUMNS | {"group": [0, 0, 1]}
    found = algorithms.make("gigpo").advantages(batch_of(columns))
    assert found.tolist() == [0.0, 0.0, 0.0]

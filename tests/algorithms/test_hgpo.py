import time

import numpy as np
import pytest
from step_columns import batch_of

import algorithms

# Three trajectories of two steps, y being the state at the end of all: x y, x y, z y.
# Rewards come at the end and γ = 1, so both steps have the return 6, 2 and 1.
COLUMNS = {
    "group": [0] * 6,
    "trajectory": [0, 0, 1, 1, 2, 2],
    "step": [0, 1, 0, 1, 0, 1],
    "reward": [0.0, 6.0, 0.0, 2.0, 0.0, 1.0],
    "anchor": ["x", "y", "x", "y", "z", "y"],
}


def advantages(**options):
    hgpo = algorithms.make("hgpo", discount=1.0, epsilon=0.0, **options)
    return hgpo.advantages(batch_of(COLUMNS))


def test_level_zero_compares_steps_from_the_same_state():
    # x: 6, 2, mean 4. y: 6, 2, 1, mean 3. z: alone.
    found = advantages(history=0, normalise="mean")
    np.testing.assert_allclose(found, [2, 3, -2, -1, 0, -2], rtol=1e-14)


def test_longer_contexts_weigh_more():
    # Level 1 holds (x, y) twice: ±2. Weights 1 and 2: (3 + 2·2)/3, (−1 − 2·2)/3; the others have
    # one level only, whose weight is 1 after the division.
    found = advantages(history=1, normalise="mean")
    np.testing.assert_allclose(found, [2, 7 / 3, -2, -5 / 3, 0, -2], rtol=1e-14)


def test_the_recipe_counts_levels_from_one():
    # Weights 2 and 3: (2·3 + 3·2)/5, (−2 − 6)/5.
    found = advantages(history=1, normalise="mean", level_weight="recipe")
    np.testing.assert_allclose(found, [2, 12 / 5, -2, -8 / 5, 0, -2], rtol=1e-14)


def test_alpha_zero_weighs_levels_alike_and_alpha_two_by_squares():
    # (3 + 2)/2, (−1 − 2)/2; with weights 1 and 4: (3 + 4·2)/5, (−1 − 4·2)/5.
    alike = advantages(history=1, normalise="mean", alpha=0.0)
    np.testing.assert_allclose(alike, [2, 5 / 2, -2, -3 / 2, 0, -2], rtol=1e-14)
    squares = advantages(history=1, normalise="mean", alpha=2.0)
    np.testing.assert_allclose(squares, [2, 11 / 5, -2, -9 / 5, 0, -2], rtol=1e-14)


def test_the_trajectorys_advantage_may_join_with_weight_one():
    # Episodes 6, 2, 1 over steps: mean 3, advantages 3, −1, −2.
    # Weights 1, 1, 2: (3 + 2)/2, (3 + 3 + 4)/4, (−1 − 2)/2, (−1 − 1 − 4)/4, −2, (−2 − 2)/2.
    found = advantages(history=1, normalise="mean", base_group=True)
    np.testing.assert_allclose(found, [5 / 2, 5 / 2, -3 / 2, -3 / 2, -2, -2], rtol=1e-14)


def test_a_level_is_divided_by_the_deviation_of_the_population():
    # x: 6, 2: ±1. y: 6, 2, 1: mean 3, variance (9 + 1 + 4)/3.
    found = advantages(history=0)
    deviation = np.sqrt(14 / 3)
    expected = [1, 3 / deviation, -1, -1 / deviation, 0, -2 / deviation]
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_a_level_may_be_divided_by_the_deviation_of_a_sample():
    # x: 6, 2: ±2 by √8. y: 6, 2, 1: variance (9 + 1 + 4)/2 = 7.
    found = advantages(history=0, deviation="sample")
    half, root = np.sqrt(0.5), np.sqrt(7)
    np.testing.assert_allclose(found, [half, 3 / root, -half, -1 / root, 0, -2 / root], rtol=1e-14)


# Trajectories x y, x and z with returns 6, 0 and 3: steps from x have 6 and 0, hence ±3; the others
# are alone. With K = 0 the weights are 1 and, of the trajectory's advantage, 1.
UNEVEN = {
    "group": [0] * 4,
    "trajectory": [0, 0, 1, 2],
    "step": [0, 1, 0, 0],
    "reward": [0.0, 6.0, 0.0, 3.0],
    "anchor": ["x", "y", "x", "z"],
}


def with_base(**options):
    hgpo = algorithms.make("hgpo", history=0, base_group=True, discount=1.0, epsilon=0.0, **options)
    return hgpo.advantages(batch_of(UNEVEN))


def test_the_base_groups_statistics_are_over_steps_by_default():
    # 6, 6, 0, 3: mean 15/4, advantages 9/4, −15/4, −3/4: (9/4 + 3)/2, 9/4, (−15/4 − 3)/2, −3/4.
    found = with_base(normalise="mean")
    np.testing.assert_allclose(found, [21 / 8, 9 / 4, -27 / 8, -3 / 4], rtol=1e-14)


def test_the_base_groups_statistics_may_be_over_trajectories():
    # 6, 0, 3: mean 3, advantages 3, −3 and 0: (3 + 3)/2, 3, (−3 − 3)/2, 0.
    found = with_base(normalise="mean", episode_statistics="trajectories")
    np.testing.assert_allclose(found, [3, 3, -3, 0], rtol=1e-14)


def test_the_base_group_is_divided_by_the_deviation_that_is_asked_for():
    # Trajectories: ±3 by 3 (of a sample) or √6 (of the population); x: ±3 by 3 (of the population).
    sample = with_base(episode_statistics="trajectories")
    np.testing.assert_allclose(sample, [1, 1, -1, 0], rtol=1e-14)
    population = with_base(episode_statistics="trajectories", episode_deviation="population")
    whole = 3 / np.sqrt(6)
    np.testing.assert_allclose(
        population, [(whole + 1) / 2, whole, -(whole + 1) / 2, 0], rtol=1e-14
    )


def test_history_beyond_the_trajectories_changes_nothing():
    np.testing.assert_array_equal(advantages(history=1), advantages(history=9))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"history": -1}, "history is -1; expected a whole number of 0 or more."),
        ({"history": True}, "history is True; expected a whole number of 0 or more."),
        ({"history": 2.0}, "history is 2.0; expected a whole number of 0 or more."),
        ({"alpha": float("nan")}, "alpha is nan; expected a number of 0 or more."),
        ({"base_group": 1}, "base_group is 1; expected true or false."),
        ({"normalise": "std"}, "normalise is 'std'; expected one of mean_std, mean."),
        ({"level_weight": "code"}, "level_weight is 'code'; expected one of paper, recipe."),
        ({"deviation": "both"}, "deviation is 'both'; expected one of sample, population."),
        (
            {"episode_statistics": "turns"},
            "episode_statistics is 'turns'; expected one of steps, trajectories.",
        ),
        (
            {"episode_deviation": ""},
            "episode_deviation is ''; expected one of sample, population.",
        ),
        ({"discount": 1.01}, "discount is 1.01; expected a number in [0, 1]."),
        ({"clip_low": -0.1}, "clip_low is -0.1; expected a number in [0, 1]."),
        ({"kl_estimator": "k4"}, "kl_estimator is 'k4'; expected one of k1, k2, k3."),
    ],
)
def test_a_hyper_parameter_out_of_range_is_refused(options, message):
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("hgpo", **options)
    assert str(error.value) == message


def test_six_thousand_steps_are_credited_in_under_ten_milliseconds():
    rng = np.random.default_rng(0)
    episodes, steps = 16 * 8, 50
    trajectory = np.repeat(np.arange(episodes), steps)
    batch = algorithms.StepBatch.from_arrays(
        group=trajectory // 8,
        trajectory=trajectory,
        step=np.tile(np.arange(steps), episodes),
        reward=rng.normal(size=episodes * steps),
        anchor=rng.integers(0, 30, size=episodes * steps),
    )
    hgpo = algorithms.make("hgpo", history=4)
    seconds = []
    for _ in range(20):
        batch = batch_again(batch)
        start = time.process_time()
        hgpo.advantages(batch)
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.010


def batch_again(batch):
    """Make the batch anew, so that no level is kept from the time before."""
    columns = ("group", "trajectory", "step", "reward", "anchor")
    return algorithms.StepBatch.from_arrays(**{name: getattr(batch, name) for name in columns})

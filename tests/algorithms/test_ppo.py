import numpy as np
import plain_loops
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns

import algorithms

anything = settings(deadline=None, derandomize=True, max_examples=100)
shares = st.sampled_from((0.0, 0.5, 0.95, 1.0))
COLUMNS = {"group": [0, 0], "trajectory": [0, 0], "step": [0, 1], "reward": [1.0, 2.0]}
VALUE = [4.0, 6.0]


def advantages(batch, **options):
    return (
        algorithms.make("ppo", **{"discount": 0.5, "normalise": "none"} | options)
        .advantages(batch)
        .tolist()
    )


def test_advantages_are_discounted_sums_of_temporal_differences():
    # δ_1 = 2 − 6 = −4; δ_0 = 1 + 6/2 − 4 = 0; Â_0 = 0 + (1/2)(1/2)(−4) = −1.
    assert advantages(batch_of(COLUMNS, value=VALUE), gae_lambda=0.5) == [-1.0, -4.0]


def test_lambda_one_is_the_return_less_the_value():
    # Returns 1 + 2/2 = 2 and 2.
    assert advantages(batch_of(COLUMNS, value=VALUE), gae_lambda=1.0) == [-2.0, -4.0]


def test_lambda_zero_is_the_temporal_difference():
    assert advantages(batch_of(COLUMNS, value=VALUE), gae_lambda=0.0) == [0.0, -4.0]


def test_a_cut_trajectory_is_worth_what_the_critic_says_of_its_end():
    # δ_1 = 2 + 8/2 − 6 = 0; the bootstrap value of a step inside is not read.
    batch = batch_of(COLUMNS, value=VALUE, truncated=[False, True], bootstrap_value=[99.0, 8.0])
    assert advantages(batch, gae_lambda=0.0) == [0.0, 0.0]


def test_an_ended_trajectory_is_worth_nothing_after_its_end():
    batch = batch_of(COLUMNS, value=VALUE, truncated=[False, False], bootstrap_value=[9.0, 8.0])
    assert advantages(batch, gae_lambda=0.0) == [0.0, -4.0]


def test_targets_are_values_plus_advantages_before_they_are_normalised():
    ppo = algorithms.make("ppo", discount=0.5, gae_lambda=0.5, normalise="mean_std", epsilon=0.0)
    batch = batch_of(COLUMNS, value=VALUE)
    assert ppo.value_targets(batch).tolist() == [3.0, 2.0]
    # −1 and −4: mean −2.5, deviation of a sample 1.5·√2.
    half = np.sqrt(0.5)
    np.testing.assert_allclose(ppo.advantages(batch), [half, -half], rtol=1e-14)


def test_the_deviation_may_be_that_of_the_population():
    # −1 and −4: mean −2.5, deviation 1.5.
    batch = batch_of(COLUMNS, value=VALUE)
    options = {"normalise": "mean_std", "deviation": "population", "epsilon": 0.0}
    found = advantages(batch, gae_lambda=0.5, **options)
    np.testing.assert_allclose(found, [1.0, -1.0], rtol=1e-14)


@anything
@given(step_columns(), st.integers(0, 2**32 - 1), shares, shares, st.booleans())
def test_advantages_equal_plain_loops(columns, seed, discount, decay, cut):
    columns, _ = shuffled(columns, seed)
    rng = np.random.default_rng(seed)
    value, after = rng.normal(size=(2, len(columns["step"])))
    rows_of = plain_loops.trajectories(columns)
    last = {key: rows[-1] for key, rows in rows_of.items()}
    truncated = np.zeros(len(value), dtype=bool)
    truncated[[row for key, row in last.items() if cut and key[1] % 2 == 0]] = True
    bootstrap = {key: after[row] for key, row in last.items() if truncated[row]}
    batch = batch_of(columns, value=value, truncated=truncated, bootstrap_value=after)
    found = algorithms.make(
        "ppo", discount=discount, gae_lambda=decay, normalise="none"
    ).advantages(batch)
    expected = plain_loops.gae(columns, value, discount, decay, bootstrap)
    np.testing.assert_allclose(found, expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize("ask", ["advantages", "value_targets"])
def test_a_batch_without_values_is_refused(ask):
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        getattr(algorithms.make("ppo"), ask)(batch_of(COLUMNS))
    assert str(error.value) == (
        "PPO needs the critic's value of every step's state, and the batch has none. "
        "Pass StepBatch.from_arrays(value=...)."
    )


def test_a_cut_without_the_value_after_it_is_refused():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        advantages(batch_of(COLUMNS, value=VALUE, truncated=[False, True]))
    assert str(error.value) == (
        "1 trajectories were cut, and PPO needs the critic's value of the state after each. Pass "
        "StepBatch.from_arrays(bootstrap_value=...), or leave out truncated to take a cut for an "
        "end."
    )


def test_an_empty_batch_has_no_advantages():
    empty = {name: [] for name in COLUMNS}
    batch = batch_of(empty, value=[])
    assert algorithms.make("ppo", normalise="mean_std").advantages(batch).tolist() == []


def test_ppo_asks_for_a_critic():
    assert algorithms.make("ppo").needs_critic
    assert algorithms.make("ppo").history == 0

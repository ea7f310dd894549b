import numpy as np
import plain_loops
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns

import algorithms

anything = settings(deadline=None, derandomize=True, max_examples=60)
COLUMNS = {"group": [0, 0], "trajectory": [0, 0], "step": [0, 1], "reward": [1.0, 2.0]}
VALUE = [4.0, 6.0]


def made(**options):
    return algorithms.make("ppo_episode", **{"normalise": "none"} | options)


def test_every_step_has_the_episodes_return_less_its_value():
    # Return 1 + 2 = 3 at both steps: 3 − 4 and 3 − 6.
    assert made().advantages(batch_of(COLUMNS, value=VALUE)).tolist() == [-1.0, -3.0]


def test_the_critic_learns_the_episodes_return_at_every_step():
    assert made().value_targets(batch_of(COLUMNS, value=VALUE)).tolist() == [3.0, 3.0]


def test_advantages_are_normalised_over_the_batch_by_default():
    # −1 and −3: mean −2, deviation of a sample √2.
    found = algorithms.make("ppo_episode", epsilon=0.0).advantages(batch_of(COLUMNS, value=VALUE))
    np.testing.assert_allclose(found, [np.sqrt(0.5), -np.sqrt(0.5)], rtol=1e-14)


def test_a_cut_counts_as_an_end():
    batch = batch_of(COLUMNS, value=VALUE, truncated=[False, True], bootstrap_value=[0.0, 8.0])
    assert made().advantages(batch).tolist() == [-1.0, -3.0]


@anything
@given(step_columns(), st.integers(0, 2**32 - 1))
def test_advantages_equal_plain_loops(columns, seed):
    columns, _ = shuffled(columns, seed)
    value = np.random.default_rng(seed).normal(size=len(columns["step"]))
    expected = np.zeros(len(value))
    for rows in plain_loops.trajectories(columns).values():
        for row in rows:
            expected[row] = sum(columns["reward"][r] for r in rows) - value[row]
    found = made().advantages(batch_of(columns, value=value))
    np.testing.assert_allclose(found, expected, atol=1e-10, rtol=0)


@anything
@given(step_columns(), st.integers(0, 2**32 - 1))
def test_it_is_ppo_without_discount_where_only_last_steps_earn(columns, seed):
    last = {rows[-1] for rows in plain_loops.trajectories(columns).values()}
    rewards = [r if row in last else 0.0 for row, r in enumerate(columns["reward"])]
    value = np.random.default_rng(seed).normal(size=len(rewards))
    batch = batch_of(columns | {"reward": rewards}, value=value)
    ppo = algorithms.make("ppo", discount=1.0, gae_lambda=1.0)
    found = algorithms.make("ppo_episode").advantages(batch)
    np.testing.assert_allclose(found, ppo.advantages(batch), atol=1e-10, rtol=0)


def test_a_batch_without_values_is_refused():
    with pytest.raises(algorithms.AlgorithmInputError, match="needs the critic's value"):
        made().advantages(batch_of(COLUMNS))


def test_an_empty_batch_has_no_advantages():
    empty = {name: [] for name in COLUMNS}
    assert algorithms.make("ppo_episode").advantages(batch_of(empty, value=[])).tolist() == []

from math import exp

import numpy as np
import plain_loops
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns

import algorithms

# Returns 1 (two steps) and 0: GRPO's advantages ±√½. Entropies 0, 2 and 1 are 0, 1 and ½ within
# their range; the scalings e⁰, e⁻¹ and e^−½ are divided by their mean; only the first step has
# another after it, of clarity e⁻¹.
COLUMNS = {"group": [0] * 3, "trajectory": [0, 0, 1], "step": [0, 1, 0], "reward": [0, 1, 0]}
ENTROPY = [0.0, 2.0, 1.0]


def advantages(columns, entropy, **options):
    empg = algorithms.make("empg", **options)
    return empg.advantages(batch_of(columns, entropy=entropy))


def test_sure_steps_count_more_and_sure_futures_earn_a_bonus():
    mean = (1 + exp(-1) + exp(-0.5)) / 3
    side = np.sqrt(0.5)
    first = side / mean + 0.5 * exp(-1)
    second, third = side * exp(-1) / mean, -side * exp(-0.5) / mean
    centre = (first + second + third) / 3
    found = advantages(COLUMNS, ENTROPY, epsilon=0.0, future_weight=0.5)
    np.testing.assert_allclose(found, [first - centre, second - centre, third - centre], atol=1e-7)


def test_without_modulation_it_is_grpo_about_the_mean():
    grpo = algorithms.make("grpo").advantages(batch_of(COLUMNS))
    found = advantages(COLUMNS, ENTROPY, steepness=0.0, future_weight=0.0)
    np.testing.assert_allclose(found, grpo - grpo.mean(), atol=1e-7)


def test_equal_entropies_change_nothing():
    grpo = algorithms.make("grpo").advantages(batch_of(COLUMNS))
    found = advantages(COLUMNS, [0.7] * 3, future_weight=0.0)
    np.testing.assert_allclose(found, grpo - grpo.mean(), atol=1e-7)


def test_entropies_are_asked_for():
    with pytest.raises(algorithms.AlgorithmInputError) as error:
        algorithms.make("empg").advantages(batch_of(COLUMNS))
    assert str(error.value) == (
        "EMPG needs the policy's entropy at every step, and the batch has none. "
        "Pass StepBatch.from_arrays(entropy=...), from a policy that knows it."
    )


def test_a_batch_of_one_step_or_none_has_advantage_zero():
    one = {"group": [0], "trajectory": [0], "step": [0], "reward": [3.0]}
    assert advantages(one, [0.4]).tolist() == [0.0]
    none = {"group": [], "trajectory": [], "step": [], "reward": []}
    assert advantages(none, []).tolist() == []


def plain(columns, entropy, weight):
    """Write the equations out step by step."""
    low, high = min(entropy), max(entropy)
    within = [(h - low) / (high - low + 1e-8) for h in entropy]
    mean = sum(exp(-h) for h in within) / len(within) + 1e-8
    modulated = [
        a * exp(-h) / mean
        for a, h in zip(
            plain_loops.episode(columns, "mean_std", "trajectories"), within, strict=True
        )
    ]
    for rows in plain_loops.trajectories(columns).values():
        for place, row in enumerate(rows[:-1]):
            modulated[row] += weight * exp(-within[rows[place + 1]])
    return [a - sum(modulated) / len(modulated) for a in modulated]


@settings(deadline=None, derandomize=True, max_examples=80)
@given(step_columns(), st.randoms(use_true_random=False), st.sampled_from((0.0, 0.05, 0.5)))
def test_it_equals_plain_loops(columns, random, weight):
    entropy = [random.uniform(0.0, 3.0) for _ in columns["step"]]
    found = advantages(columns, entropy, future_weight=weight)
    np.testing.assert_allclose(found, plain(columns, entropy, weight), atol=1e-10, rtol=0)


@settings(deadline=None, derandomize=True, max_examples=40)
@given(step_columns(), st.integers(0, 2**32 - 1))
def test_permuting_the_rows_permutes_the_advantages(columns, seed):
    moved, order = shuffled(columns, seed)
    entropy = np.random.default_rng(seed).random(len(order))
    found = advantages(moved, entropy[order])
    np.testing.assert_allclose(found, advantages(columns, entropy)[order], atol=1e-11, rtol=0)

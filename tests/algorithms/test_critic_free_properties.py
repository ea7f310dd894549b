"""What must hold of the estimators without a critic on any batch, and plain loops to agree with."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_loops import relative, returns_to_go, trajectories
from step_columns import batch_of, shuffled, step_columns

import algorithms

anything = settings(deadline=None, derandomize=True, max_examples=50)
GROUP_RELATIVE = ("dr_grpo", "dapo", "gspo", "rloo")
ALL = (*GROUP_RELATIVE, "reinforce_pp", "reinforce_pp_baseline")


def groups(columns):
    """Map group to its trajectories' returns and rows."""
    found = {}
    for (group, _), rows in trajectories(columns).items():
        total = sum(Fraction(columns["reward"][row]) for row in rows)
        found.setdefault(group, []).append((total, rows))
    return found


def by_trajectory(columns, of_group):
    advantages = [Fraction(0)] * len(columns["step"])
    for members in groups(columns).values():
        for (_, rows), a in zip(members, of_group([total for total, _ in members]), strict=True):
            for row in rows:
                advantages[row] = a
    return advantages


def over_the_batch(values):
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [float(value - mean) / (deviation + 1e-6) for value in values]


def leave_one_out(returns):
    if len(returns) == 1:
        return [0.0]
    return [r - (sum(returns) - r) / (len(returns) - 1) for r in returns]


def about_the_mean(returns):
    mean = sum(returns) / len(returns)
    return [r - mean for r in returns]


def standardised(returns):
    return relative(returns, "mean_std", ddof=1)


def plain(name, columns):
    if name == "reinforce_pp":
        return over_the_batch(returns_to_go(columns, 1.0))
    if name == "reinforce_pp_baseline":
        return over_the_batch(by_trajectory(columns, about_the_mean))
    rule = {"dr_grpo": about_the_mean, "rloo": leave_one_out}.get(name, standardised)
    return [float(a) for a in by_trajectory(columns, rule)]


@pytest.mark.parametrize("name", ALL)
@anything
@given(columns=step_columns())
def test_it_equals_plain_loops(name, columns):
    found = algorithms.make(name).advantages(batch_of(columns))
    np.testing.assert_allclose(found, plain(name, columns), atol=1e-10, rtol=0)


@pytest.mark.parametrize("name", ALL)
@anything
@given(columns=step_columns(), seed=st.integers(0, 2**32 - 1))
def test_neither_the_order_of_rows_nor_the_names_of_ids_matter(name, columns, seed):
    ours = algorithms.make(name)
    moved, order = shuffled(columns, seed)
    moved["group"] = [f"task {group}" for group in moved["group"]]
    moved["trajectory"] = [-3 * trajectory for trajectory in moved["trajectory"]]
    expected = ours.advantages(batch_of(columns))[order]
    np.testing.assert_allclose(ours.advantages(batch_of(moved)), expected, atol=1e-10, rtol=0)


@pytest.mark.parametrize("name", GROUP_RELATIVE)
@anything
@given(columns=step_columns(), constant=st.sampled_from((-7.0, 0.5, 3.0)))
def test_what_a_whole_group_gains_teaches_nothing(name, columns, constant):
    ours = algorithms.make(name)
    more = columns | {
        "reward": [
            reward + constant * (step == 0)
            for reward, step in zip(columns["reward"], columns["step"], strict=True)
        ]
    }
    np.testing.assert_allclose(
        ours.advantages(batch_of(more)), ours.advantages(batch_of(columns)), atol=1e-8, rtol=0
    )


@pytest.mark.parametrize("name", ALL)
@anything
@given(columns=step_columns(), reward=st.sampled_from((0.0, 0.1, 1 / 3, 1e9)))
def test_equal_rewards_teach_exactly_nothing(name, columns, reward):
    ends = columns | {"reward": [reward * (step == 0) for step in columns["step"]]}
    if name == "reinforce_pp":  # it compares steps, so let all of them come first
        ends = ends | {
            "trajectory": list(range(len(ends["step"]))),
            "step": [0] * len(ends["step"]),
        }
        ends["reward"] = [reward] * len(ends["step"])
    found = algorithms.make(name).advantages(batch_of(ends))
    assert not found.any()


@pytest.mark.parametrize("name", ALL)
def test_a_trajectory_alone_teaches_nothing(name):
    columns = {"group": [0], "trajectory": [0], "step": [0], "reward": [3.7]}
    assert algorithms.make(name).advantages(batch_of(columns)).tolist() == [0.0]


@pytest.mark.parametrize("name", ALL)
def test_an_empty_batch_has_no_advantages(name):
    columns = {"group": [], "trajectory": [], "step": [], "reward": []}
    assert algorithms.make(name).advantages(batch_of(columns)).size == 0

"""What must hold of the follow-ups' estimators on any batch."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns, taken

import algorithms

ESTIMATORS = {
    "pass_at_k": algorithms.make("pass_at_k", k=2),
    "pkpo": algorithms.make("pkpo", k=2),
    "lite_ppo": algorithms.make("lite_ppo"),
    "grpo_process": algorithms.make("grpo_process"),
    "grpo_process-discounted": algorithms.make("grpo_process", normalise="mean", discount=0.9),
    "gpg": algorithms.make("gpg"),
    "graph_gpo": algorithms.make("graph_gpo"),
    "g2po": algorithms.make("g2po"),
    "cispo": algorithms.make("cispo"),
    "opo": algorithms.make("opo"),
}
#: Scaled by the deviation or the contrast of the whole batch, so that groups see each other.
OVER_THE_BATCH = {"lite_ppo", "gpg"}
#: Compare single steps, so that one trajectory alone has something to compare.
OVER_STEPS = {"grpo_process", "grpo_process-discounted", "graph_gpo", "g2po"}
#: Changed by adding a constant to a group's returns: steps earn it, or a threshold is passed.
NOT_RELATIVE = OVER_STEPS | {"pass_at_k"}
#: Compare single steps even where all trajectories do the same: rewards and states differ.
OVER_SINGLE_STEPS = {"g2po"}

every_estimator = pytest.mark.parametrize("name", ESTIMATORS)
anything = settings(deadline=None, derandomize=True, max_examples=50)


def advantages(name, columns):
    return ESTIMATORS[name].advantages(batch_of(columns))


@every_estimator
@anything
@given(columns=step_columns(), seed=st.integers(0, 2**32 - 1))
def test_permuting_the_rows_permutes_the_advantages(name, columns, seed):
    moved, order = shuffled(columns, seed)
    expected = advantages(name, columns)[order]
    np.testing.assert_allclose(advantages(name, moved), expected, atol=1e-11, rtol=0)


@every_estimator
@anything
@given(columns=step_columns())
def test_ids_are_names_only(name, columns):
    renamed = columns | {
        "group": [f"task {group}" for group in columns["group"]],
        "trajectory": [("member", -member) for member in columns["trajectory"]],
        "anchor": [10**15 - 10**9 * anchor for anchor in columns["anchor"]],
    }
    expected = advantages(name, columns)
    np.testing.assert_allclose(advantages(name, renamed), expected, atol=1e-11, rtol=0)


@every_estimator
@anything
@given(columns=step_columns())
def test_advantages_are_finite_float64_one_a_row(name, columns):
    found = advantages(name, columns)
    assert found.dtype == np.float64
    assert found.shape == (len(columns["step"]),)
    assert np.isfinite(found).all()


@pytest.mark.parametrize("name", sorted(set(ESTIMATORS) - OVER_THE_BATCH))
@anything
@given(columns=step_columns(), reward=st.sampled_from((0.0, 0.1, -3.3, 1e6)))
def test_groups_do_not_see_each_other(name, columns, reward):
    rows = [row for row, group in enumerate(columns["group"]) if group == 0]
    alone = advantages(name, taken(columns, rows))
    others = [
        earned if group == 0 else earned + reward
        for earned, group in zip(columns["reward"], columns["group"], strict=True)
    ]
    together = advantages(name, columns | {"reward": others})
    np.testing.assert_allclose(together[rows], alone, atol=1e-8, rtol=0)


@pytest.mark.parametrize("name", sorted(set(ESTIMATORS) - OVER_SINGLE_STEPS))
@pytest.mark.parametrize("reward", [0.0, 0.1, 1e-300, -7.7, 1e12])
def test_members_that_do_the_same_teach_nothing(name, reward):
    columns = {
        "group": [0] * 24,
        "trajectory": [member for member in range(8) for _ in range(3)],
        "step": [0, 1, 2] * 8,
        "reward": [reward] * 24,
        "anchor": ["a", "b", "c"] * 8,
    }
    assert (advantages(name, columns) == 0.0).all()


@pytest.mark.parametrize("name", sorted(set(ESTIMATORS) - OVER_STEPS))
@anything
@given(columns=step_columns(members=1))
def test_one_trajectory_alone_teaches_nothing(name, columns):
    assert (advantages(name, columns) == 0.0).all()


@every_estimator
def test_a_batch_of_one_step_has_advantage_zero(name):
    columns = {"group": [0], "trajectory": [0], "step": [0], "reward": [3.0], "anchor": [0]}
    assert advantages(name, columns).tolist() == [0.0]


@every_estimator
def test_an_empty_batch_has_no_advantages(name):
    columns = {"group": [], "trajectory": [], "step": [], "reward": [], "anchor": []}
    assert advantages(name, columns).tolist() == []


@pytest.mark.parametrize("name", sorted(set(ESTIMATORS) - NOT_RELATIVE))
@anything
@given(columns=step_columns(), constant=st.sampled_from((1.0, -2.5, 100.0)))
def test_adding_a_constant_to_all_returns_changes_nothing(name, columns, constant):
    shifted = [
        earned + (constant if step == 0 else 0.0)
        for earned, step in zip(columns["reward"], columns["step"], strict=True)
    ]
    found = advantages(name, columns | {"reward": shifted})
    np.testing.assert_allclose(found, advantages(name, columns), atol=1e-10, rtol=0)


@every_estimator
def test_a_large_group_of_equal_returns_has_advantage_zero(name):
    # Adding 0.1 a hundred thousand times in doubles is off by 2·10⁻¹² of the sum.
    rows = 100_000
    columns = {
        "group": np.zeros(rows, dtype=int),
        "trajectory": np.arange(rows),
        "step": np.zeros(rows, dtype=int),
        "reward": np.full(rows, 0.1),
        "anchor": np.zeros(rows, dtype=int),
    }
    assert (advantages(name, columns) == 0.0).all()

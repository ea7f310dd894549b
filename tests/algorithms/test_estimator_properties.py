"""What must hold of every estimator on any batch, and its agreement with plain loops."""

import numpy as np
import plain_loops
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from step_columns import batch_of, shuffled, step_columns, taken

import algorithms
from algorithms.normalise import DEVIATIONS

ESTIMATORS = {
    "grpo": algorithms.make("grpo"),
    "grpo-steps": algorithms.make("grpo", episode_statistics="steps", normalise="mean"),
    "gigpo": algorithms.make("gigpo"),
    "gigpo-trajectories": algorithms.make("gigpo", episode_statistics="trajectories", omega=0.5),
    "hgpo": algorithms.make("hgpo"),
    "hgpo-base": algorithms.make("hgpo", history=2, base_group=True, level_weight="recipe"),
    "hgpo-mean": algorithms.make("hgpo", history=1, normalise="mean", alpha=0.0),
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
#: Compare single steps even where all trajectories do the same: rewards and states differ.
OVER_SINGLE_STEPS = {"g2po"}
#: Compare steps of one trajectory with each other, whatever their states are.
OVER_REWARDS = {"grpo_process", "grpo_process-discounted"}
#: Compare single steps, so that one trajectory alone has something to compare.
OVER_STEPS = {
    *("gigpo", "gigpo-trajectories", "hgpo", "hgpo-base", "hgpo-mean"),
    *("graph_gpo", "g2po"),
    *OVER_REWARDS,
}
#: Changed by adding a constant to a group's returns: steps earn it, or a threshold is passed.
NOT_RELATIVE = OVER_STEPS | {"pass_at_k"}
#: Sums over the whole batch, so that a group with rewards of a million costs the others digits.
DIGITS = {"pkpo": 1e-8}
every_estimator = pytest.mark.parametrize("name", ESTIMATORS)


def every_estimator_but(left_out):
    return pytest.mark.parametrize("name", [name for name in ESTIMATORS if name not in left_out])


anything = settings(deadline=None, derandomize=True, max_examples=60)
seeds = st.integers(0, 2**32 - 1)
choices = {
    "how": st.sampled_from(("mean_std", "mean")),
    "statistics": st.sampled_from(("steps", "trajectories")),
}


def advantages(name, columns):
    return ESTIMATORS[name].advantages(batch_of(columns))


@anything
@given(step_columns(), choices["how"], choices["statistics"])
def test_grpo_equals_plain_loops(columns, how, statistics):
    ours = algorithms.make("grpo", normalise=how, episode_statistics=statistics)
    expected = plain_loops.episode(columns, how, statistics)
    np.testing.assert_allclose(ours.advantages(batch_of(columns)), expected, atol=1e-10, rtol=0)


@anything
@given(step_columns(), choices["how"], choices["statistics"], st.sampled_from((0.0, 0.3, 1.0)))
def test_gigpo_equals_plain_loops(columns, how, statistics, omega):
    ours = algorithms.make(
        "gigpo", omega=omega, normalise=how, episode_statistics=statistics, discount=0.9
    )
    expected = plain_loops.gigpo(columns, omega, how, statistics, 0.9)
    np.testing.assert_allclose(ours.advantages(batch_of(columns)), expected, atol=1e-10, rtol=0)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    step_columns(),
    choices["how"],
    st.integers(0, 4),
    st.sampled_from((0.0, 1.0, 2.5)),
    st.booleans(),
    st.sampled_from(("paper", "recipe")),
)
def test_hgpo_equals_plain_loops(columns, how, history, alpha, base_group, level_weight):
    ours = algorithms.make(
        "hgpo",
        history=history,
        alpha=alpha,
        base_group=base_group,
        normalise=how,
        level_weight=level_weight,
        discount=0.95,
    )
    expected = plain_loops.hgpo(columns, history, alpha, base_group, how, level_weight, 0.95)
    np.testing.assert_allclose(ours.advantages(batch_of(columns)), expected, atol=1e-10, rtol=0)


@anything
@given(
    step_columns(),
    choices["statistics"],
    st.sampled_from(("sample", "population")),
    st.sampled_from(("sample", "population")),
)
def test_hgpo_with_other_statistics_equals_plain_loops(columns, statistics, levels, episodes):
    ours = algorithms.make(
        "hgpo",
        history=2,
        base_group=True,
        deviation=levels,
        episode_statistics=statistics,
        episode_deviation=episodes,
    )
    expected = plain_loops.hgpo(
        columns,
        2,
        1.0,
        base_group=True,
        how="mean_std",
        level_weight="paper",
        discount=0.95,
        ddof=DEVIATIONS[levels],
        statistics=statistics,
        episode_ddof=DEVIATIONS[episodes],
    )
    np.testing.assert_allclose(ours.advantages(batch_of(columns)), expected, atol=1e-10, rtol=0)


@every_estimator
@anything
@given(columns=step_columns(), seed=seeds)
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


@every_estimator_but(OVER_THE_BATCH)
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
    np.testing.assert_allclose(together[rows], alone, atol=DIGITS.get(name, 1e-11), rtol=0)


@every_estimator_but(OVER_SINGLE_STEPS)
@pytest.mark.parametrize("reward", [0.0, 0.1, 1e-300, -7.7, 1e12])
def test_members_that_do_the_same_teach_nothing(name, reward):
    # Eight equal trajectories of three steps in different states: no step is compared with one
    # that did otherwise, so every advantage is 0, not the rounding of a mean.
    columns = {
        "group": [0] * 24,
        "trajectory": [member for member in range(8) for _ in range(3)],
        "step": [0, 1, 2] * 8,
        "reward": [reward] * 24,
        "anchor": ["a", "b", "c"] * 8,
    }
    assert (advantages(name, columns) == 0.0).all()


@every_estimator_but(OVER_STEPS)
@anything
@given(columns=step_columns(members=1))
def test_one_trajectory_alone_teaches_nothing(name, columns):
    assert (advantages(name, columns) == 0.0).all()


@every_estimator_but(OVER_SINGLE_STEPS | OVER_REWARDS)
@anything
@given(columns=step_columns(members=1, anchors=1))
def test_a_state_visited_once_by_one_trajectory_teaches_nothing(name, columns):
    apart = columns | {"anchor": list(range(len(columns["step"])))}
    assert (advantages(name, apart) == 0.0).all()


@every_estimator
def test_a_batch_of_one_step_has_advantage_zero(name):
    columns = {"group": [0], "trajectory": [0], "step": [0], "reward": [3.0], "anchor": [0]}
    assert advantages(name, columns).tolist() == [0.0]


@every_estimator
def test_an_empty_batch_has_no_advantages(name):
    columns = {"group": [], "trajectory": [], "step": [], "reward": [], "anchor": []}
    assert advantages(name, columns).tolist() == []


@every_estimator_but(NOT_RELATIVE)
@anything
@given(columns=step_columns(), constant=st.sampled_from((1.0, -2.5, 100.0)))
def test_adding_a_constant_to_a_groups_returns_changes_nothing(name, columns, constant):
    shifted = [
        earned + (constant if step == 0 else 0.0)
        for earned, step in zip(columns["reward"], columns["step"], strict=True)
    ]
    found = advantages(name, columns | {"reward": shifted})
    np.testing.assert_allclose(found, advantages(name, columns), atol=1e-10, rtol=0)


@anything
@given(step_columns())
def test_hgpo_without_history_is_the_step_part_of_gigpo(columns):
    batch = batch_of(columns)
    hgpo = algorithms.make("hgpo", history=0, normalise="mean").advantages(batch)
    both = algorithms.make("gigpo", omega=1.0, normalise="mean").advantages(batch)
    episode = algorithms.make("gigpo", omega=0.0, normalise="mean").advantages(batch)
    np.testing.assert_allclose(hgpo, both - episode, atol=1e-12, rtol=0)


@anything
@given(step_columns())
def test_gigpo_without_the_step_part_is_grpo(columns):
    batch = batch_of(columns)
    gigpo = algorithms.make("gigpo", omega=0.0, episode_statistics="trajectories")
    np.testing.assert_array_equal(
        gigpo.advantages(batch), algorithms.make("grpo").advantages(batch)
    )


def test_a_large_group_of_equal_returns_has_advantage_zero():
    # Adding 0.1 a hundred thousand times in doubles is off by 2·10⁻¹² of the sum.
    rows = 100_000
    columns = {
        "group": np.zeros(rows, dtype=int),
        "trajectory": np.arange(rows),
        "step": np.zeros(rows, dtype=int),
        "reward": np.full(rows, 0.1),
        "anchor": np.zeros(rows, dtype=int),
    }
    for name in ESTIMATORS:
        assert (advantages(name, columns) == 0.0).all()

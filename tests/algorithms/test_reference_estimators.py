"""HGPO and GiGPO against what the published code answered (shared/data/README.md, estimators)."""

import numpy as np
import pytest

import algorithms
from algorithms.grouping import segment_count
from algorithms.returns import discounted_return, episode_return

BATCHES = range(10)
NORMALISE = {"mode=mean_std_norm": "mean_std", "mode=mean_norm": "mean"}


@pytest.fixture(scope="module")
def reference(shared_data):
    with np.load(shared_data / "estimators" / "reference.npz", allow_pickle=False) as arrays:
        return dict(arrays)


def batch_of(reference, index):
    columns = ("group", "trajectory", "step", "reward", "anchor")
    return algorithms.StepBatch.from_arrays(**{c: reference[f"{index}/{c}"] for c in columns})


def answers(reference, index, method):
    prefix = f"{index}/{method}/"
    return {key.removeprefix(prefix): a for key, a in reference.items() if key.startswith(prefix)}


def rows_of_groups_with_contrast(reference, index, batch):
    returns = reference[f"{index}/episode_return"]
    lowest = np.full(batch.group.max() + 1, np.inf)
    np.minimum.at(lowest, batch.group, returns)
    differs = np.bincount(batch.group, weights=returns != lowest[batch.group]) > 0
    return differs[batch.group]


def hgpo_named(setting):
    mode, history, base, alpha = setting.split(",")
    return algorithms.make(
        "hgpo",
        normalise=NORMALISE[mode],
        history=int(history.removeprefix("K=")),
        base_group=base == "base=True",
        alpha=float(alpha.removeprefix("alpha=")),
        level_weight="recipe",
    )


def gigpo_named(setting):
    mode, omega = setting.split(",")
    return algorithms.make(
        "gigpo",
        normalise=NORMALISE[mode],
        omega=float(omega.removeprefix("omega=")),
        episode_statistics="steps",
    )


@pytest.mark.parametrize("index", BATCHES)
def test_returns_equal_the_reference(reference, index):
    batch = batch_of(reference, index)
    expected = reference[f"{index}/discounted_return"]
    np.testing.assert_allclose(discounted_return(batch, 0.95), expected, atol=5e-6, rtol=0)
    expected = reference[f"{index}/episode_return"]
    np.testing.assert_allclose(episode_return(batch)[batch.trajectory], expected, atol=5e-6, rtol=0)


@pytest.mark.parametrize("index", BATCHES)
def test_hgpo_equals_the_published_code_where_a_group_has_contrast(reference, index):
    batch = batch_of(reference, index)
    rows = rows_of_groups_with_contrast(reference, index, batch)
    found = answers(reference, index, "hgpo")
    assert len(found) == 48
    for setting, expected in found.items():
        ours = hgpo_named(setting).advantages(batch)
        np.testing.assert_allclose(ours[rows], expected[rows], atol=5e-5, rtol=0, err_msg=setting)


@pytest.mark.parametrize("index", BATCHES)
def test_gigpo_equals_the_published_code_where_a_group_has_contrast(reference, index):
    batch = batch_of(reference, index)
    rows = rows_of_groups_with_contrast(reference, index, batch)
    found = answers(reference, index, "gigpo")
    assert len(found) == 4
    for setting, expected in found.items():
        ours = gigpo_named(setting).advantages(batch)
        np.testing.assert_allclose(ours[rows], expected[rows], atol=5e-5, rtol=0, err_msg=setting)


@pytest.mark.parametrize("index", BATCHES)
def test_a_group_without_contrast_has_a_trajectory_advantage_of_exactly_zero(reference, index):
    batch = batch_of(reference, index)
    rows = ~rows_of_groups_with_contrast(reference, index, batch)
    for statistics in ("steps", "trajectories"):
        algorithm = algorithms.make("gigpo", omega=0.0, episode_statistics=statistics)
        assert (algorithm.advantages(batch)[rows] == 0.0).all()
    assert (algorithms.make("grpo").advantages(batch)[rows] == 0.0).all()


def test_the_reference_has_groups_with_and_without_contrast(reference):
    rows = [
        rows_of_groups_with_contrast(reference, index, batch_of(reference, index))
        for index in BATCHES
    ]
    contrast = np.concatenate(rows)
    assert contrast.sum() > 700
    assert (~contrast).sum() > 40


def test_the_levels_of_the_reference_hold_groups_of_several_steps(reference):
    for k in range(5):
        level = batch_of(reference, 1).level(k)
        assert segment_count(level[level >= 0]).max() > 1

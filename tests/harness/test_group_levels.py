"""Group sizes by level, by hand."""

import pytest

from algorithms import StepBatch
from harness.group_levels import group_metrics, levels_of

# Two episodes of one task: hall, desk, hall and hall, desk, bed; the second one wins at its end.
BATCH = StepBatch.from_arrays(
    group=[0] * 6,
    trajectory=[0, 0, 0, 1, 1, 1],
    step=[0, 1, 2, 0, 1, 2],
    reward=[0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    anchor=["hall", "desk", "hall", "hall", "desk", "bed"],
)


def test_steps_are_counted_by_the_size_of_their_group():
    # History 0: hall three times, desk twice, bed once. Returns to go differ in hall and desk.
    level = levels_of([BATCH], 0, discount=1.0)[0]
    assert level.sizes == pytest.approx((1 / 6, 2 / 6, 3 / 6, 0, 0, 0, 0))
    assert level.none == 0.0
    assert level.contrast == pytest.approx(5 / 6)
    assert level.mean_size == pytest.approx((3 * 3 + 2 * 2 + 1) / 6)


def test_first_steps_have_no_group_with_a_step_before():
    # History 1: hall-desk twice, desk-hall once, desk-bed once; two steps have nothing before.
    level = levels_of([BATCH], 1, discount=1.0)[1]
    assert level.none == pytest.approx(2 / 6)
    assert level.sizes == pytest.approx((2 / 6, 2 / 6, 0, 0, 0, 0, 0))
    assert level.contrast == pytest.approx(2 / 6)
    assert level.mean_size == pytest.approx((1 + 1 + 2 + 2) / 4)


def test_batches_are_taken_together():
    assert levels_of([BATCH, BATCH], 0, discount=1.0)[0] == levels_of([BATCH], 0, discount=1.0)[0]


def test_a_training_logs_each_level_that_its_algorithm_looks_at():
    metrics = group_metrics(BATCH, 1, discount=1.0)
    assert metrics["groups_0_size_3-4"] == pytest.approx(0.5)
    assert metrics["groups_1_none"] == pytest.approx(1 / 3)
    assert metrics["groups_1_contrast"] == pytest.approx(1 / 3)
    assert not any(name.startswith("groups_2") for name in metrics)

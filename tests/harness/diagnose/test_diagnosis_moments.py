"""The parts of an estimate's error, against hand-made cases."""

import numpy as np
import pytest

from harness.diagnose.moments import (
    Truth,
    least_variance,
    moments_of,
    parts,
    probe_moments,
    resampled,
    sign_agreement,
)

# Two histories, two actions each, every one of the four decisions visited once.
ADVANTAGE = np.array([1.0, -1.0, 3.0, -3.0])  # E[A²] = (1 + 1 + 9 + 9) / 4 = 5


def truth_from(differences):
    return Truth(differences=differences, returns=differences)


def exact(expected_acted, expected_free, spread=0.0):
    """Return the parts where nothing but a spread of ± around each mean is noise."""
    signs = np.array([1.0, 1.0, -1.0, -1.0])  # both halves have both signs
    acted = np.asarray(expected_acted)[:, None] + spread * signs
    free = np.asarray(expected_free)[:, None] + spread * signs
    truth = truth_from(np.repeat(ADVANTAGE[:, None], 4, axis=1))
    return parts(moments_of(probe_moments(truth, acted, free).mean(axis=0)))


def test_the_true_advantage_at_any_scale_has_no_error():
    found = exact(2.0 * ADVANTAGE, np.zeros(4))
    assert found.slope == pytest.approx(2.0)
    assert [found.offset, found.action_bias, found.variance] == pytest.approx([0.0, 0.0, 0.0])
    assert found.correlation == pytest.approx(1.0)


def test_what_depends_on_the_history_alone_is_offset_and_no_action_bias():
    # m = A + b with b = 5, 5, 1, 1: E[b²] = (25 + 25 + 1 + 1) / 4 = 13, over E[A²] = 5: 2.6
    offset = np.array([5.0, 5.0, 1.0, 1.0])
    found = exact(ADVANTAGE + offset, offset)
    assert found.slope == pytest.approx(1.0)
    assert [found.offset, found.action_bias, found.variance] == pytest.approx([2.6, 0.0, 0.0])
    # E[Â A] = 5, E[Â²] = 5 + 13: cosine 5 / √(18 · 5) = √(5 / 18)
    assert found.correlation == pytest.approx((5 / 18) ** 0.5)


def test_another_scale_at_one_history_is_action_bias():
    # d = 3, −3, 3, −3: E[dA] = (3 + 3 + 9 + 9) / 4 = 6, c = 6/5; E[d²] = 9; c²·5 = 7.2;
    # E[(d − cA)²] = 9 − 7.2 = 1.8, relative 1.8 / 7.2 = 0.25
    found = exact([3.0, -3.0, 3.0, -3.0], np.zeros(4))
    assert found.slope == pytest.approx(1.2)
    assert found.action_bias == pytest.approx(0.25)


def test_spread_over_batches_is_variance_and_no_bias():
    # Var = 4 over c² E[A²] = 5
    found = exact(ADVANTAGE, np.zeros(4), spread=2.0)
    assert [found.offset, found.action_bias, found.variance] == pytest.approx([0.0, 0.0, 0.8])
    assert found.error == pytest.approx(0.8)


def test_the_wrong_way_has_a_negative_correlation_and_no_parts():
    found = exact(-ADVANTAGE, np.zeros(4))
    assert found.correlation == pytest.approx(-1.0)
    assert np.isnan([found.slope, found.offset, found.action_bias, found.variance]).all()


def test_without_any_advantage_nothing_is_told():
    truth = truth_from(np.zeros((4, 4)))
    columns = probe_moments(truth, np.ones((4, 4)), np.ones((4, 4)))
    found = parts(moments_of(columns.mean(axis=0)))
    assert np.isnan([found.slope, found.error, found.correlation]).all()


def test_noise_of_the_truth_does_not_make_it_larger():
    # E[A²] = 1 under noise of variance 16 a continuation: 20,000 probes of 8 continuations.
    # Squaring the means would give 1 + 16/8 = 3.
    rng = np.random.default_rng(0)
    sign = rng.choice([-1.0, 1.0], 20_000)
    truth = truth_from(sign[:, None] + rng.normal(0.0, 4.0, (20_000, 8)))
    zeros = np.zeros((20_000, 8))
    found = moments_of(probe_moments(truth, zeros, zeros).mean(axis=0))
    assert found.advantage == pytest.approx(1.0, abs=0.1)


def test_signs_are_judged_by_the_half_that_did_not_choose_the_probe():
    # The even continuations say 1 ± 0, the odd ones are 5 and −5: clear in the even half alone,
    # where the odd estimates, −1 and 0, are judged: none agrees, half are silent.
    truth = truth_from(np.array([[1.0, 5.0, 1.0, -5.0]]))
    estimates = np.array([[1.0, -1.0, 1.0, 0.0]])
    assert sign_agreement(truth, estimates) == (0.0, 0.5, 1)


def test_tasks_are_drawn_with_all_their_probes():
    # One task has 1, 1, the other 4: a draw's mean is 1, 4, or (1 + 1 + 4) / 3 = 2.
    columns = np.repeat(np.array([[1.0], [1.0], [4.0]]), 6, axis=1)
    draws = resampled(columns, np.array([7, 7, 9]), np.random.default_rng(0))
    assert draws.shape == (1000, 6)
    assert set(np.round(draws[:, 0], 12).tolist()) == {1.0, 2.0, 4.0}


def test_the_exact_baseline_leaves_the_variance_of_the_return():
    # Var = 6 over E[A²] = 3: 2; without an advantage there is nothing to compare with.
    found = least_variance(np.array([3.0, 0.0]), np.array([6.0, 6.0]))
    assert found[0] == 2.0
    assert np.isnan(found[1])

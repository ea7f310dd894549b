"""Tests of pairs, corrections, power and profiles, beside SciPy's and by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from leaderboards.statistics import (
    ScoresError,
    deviation,
    holm,
    iqm,
    optimality_gap,
    performance_profile,
    power,
    probability_of_improvement,
    profile_bands,
    seeds_needed,
    sign_flip_test,
    stratified_bootstrap,
    visible_difference,
)
from leaderboards.statistics.deviation import chi_squared_quantile
from leaderboards.statistics.student import quantile, upper_tail

DIFFERENCES = st.lists(
    st.integers(-50, 50).map(lambda points: points / 100), min_size=2, max_size=8
)


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize("seeds", [3, 5, 10])
def test_the_sign_flip_test_is_scipys_exact_permutation_test(seeds):
    values = np.random.default_rng(seeds).normal(0.03, 0.05, seeds)
    expected = stats.permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=np.inf
    )
    assert sign_flip_test(values, rng()) == pytest.approx(expected.pvalue, abs=1e-12)


def test_with_many_seeds_signs_are_drawn_and_say_nearly_the_same():
    values = np.random.default_rng(1).normal(0.02, 0.05, 40)
    assert sign_flip_test(values, rng()) == sign_flip_test(values, rng())
    t_test = stats.ttest_1samp(values, 0.0).pvalue
    assert sign_flip_test(values, rng()) == pytest.approx(t_test, abs=0.01)


def test_five_seeds_of_one_sign_are_two_of_thirty_two():
    assert sign_flip_test([0.1, 0.2, 0.3, 0.1, 0.2], rng()) == 2 / 32
    assert sign_flip_test([0.0, 0.0, 0.0], rng()) == 1.0


@settings(deadline=None, derandomize=True, max_examples=60)
@given(DIFFERENCES)
def test_sides_and_order_do_not_matter(values):
    found = sign_flip_test(values, rng())
    assert 2.0 ** (1 - len(values)) <= found <= 1.0
    assert sign_flip_test([-value for value in values], rng()) == found
    assert sign_flip_test(values[::-1], rng()) == found


def test_holm_by_hand():
    # rising: 0.01·4, 0.02·3 = 0.06, 0.03·2 = 0.06, 0.2·1
    assert holm([0.03, 0.01, 0.2, 0.02]).tolist() == pytest.approx([0.06, 0.04, 0.2, 0.06])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []
    with pytest.raises(ScoresError, match="numbers from 0 to 1"):
        holm([0.1, 1.5])


@pytest.mark.parametrize("df", [1, 2, 4, 9, 30, 200])
def test_students_distribution_is_scipys(df):
    for t in (-1.0, 0.0, 0.7, 2.3, 12.7):
        assert upper_tail(t, df) == pytest.approx(stats.t.sf(t, df), abs=1e-9)
        for shift in (0.5, 3.0):
            expected = stats.nct.sf(t, df, shift)
            assert upper_tail(t, df, shift) == pytest.approx(expected, abs=1e-9)
    for p in (0.05, 0.5, 0.9, 0.975, 0.9999):
        assert quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-6, abs=1e-9)
        assert chi_squared_quantile(p, df) == pytest.approx(stats.chi2.ppf(p, df), rel=1e-9)


def test_power_is_that_of_the_noncentral_t_and_of_simulated_trials():
    edge = stats.t.ppf(0.975, 9)
    shift = np.sqrt(10) * 0.05 / 0.06
    expected = stats.nct.sf(edge, 9, shift) + stats.nct.cdf(-edge, 9, shift)
    assert power(0.05, 0.06, seeds=10) == pytest.approx(expected, abs=1e-9)
    trials = rng().normal(0.05, 0.06, (20_000, 10))
    seen = (stats.ttest_1samp(trials, 0.0, axis=1).pvalue < 0.05).mean()
    assert power(-0.05, 0.06, seeds=10) == pytest.approx(seen, abs=0.01)


def test_the_seeds_needed_are_the_least_that_are_enough():
    for difference, spread in ((0.05, 0.05), (0.02, 0.08), (0.2, 0.01)):
        seeds = seeds_needed(difference, spread)
        assert power(difference, spread, seeds) >= 0.8
        assert seeds == 2 or power(difference, spread, seeds - 1) < 0.8
        assert visible_difference(spread, seeds) <= difference
    # G*Power's and R's power.t.test: d = 0.5, power 0.8, level 0.05, paired: 33.4 pairs
    assert seeds_needed(0.5, 1.0) == 34
    assert seeds_needed(1e-6, 1.0) is None
    assert seeds_needed(0.1, 0.0) == 2


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: seeds_needed(0.0, 0.1), "no number of seeds shows a difference of 0"),
        (lambda: seeds_needed(0.1, 0.1, wanted=1.0), "power must be between 0 and 1"),
        (lambda: power(0.1, 0.1, seeds=1), "at least 2 seeds"),
        (lambda: power(0.1, -0.1, seeds=3), "deviation at least 0"),
        (lambda: power(0.1, 0.1, seeds=3, alpha=0.0), "alpha must be between"),
        (lambda: quantile(1.0, 3), "between 0 and 1"),
        (lambda: upper_tail(1.0, 0), "at least 1 degree of freedom"),
        (lambda: sign_flip_test([], rng()), "one finite number a seed"),
        (lambda: sign_flip_test([0.1, float("nan")], rng()), "one finite number a seed"),
        (lambda: deviation([0.1]), "at least 2 seeds are needed"),
    ],
)
def test_what_nothing_can_be_said_of_is_refused(call, words):
    with pytest.raises(ScoresError, match=words):
        call()


def test_the_deviations_interval_is_chi_squared():
    values = [0.01, 0.05, -0.02, 0.04, 0.03]
    found = deviation(values, 0.9)
    spread = np.std(values, ddof=1)
    low, high = stats.chi2.ppf([0.95, 0.05], 4)
    assert (found.value, found.confidence) == (pytest.approx(spread), 0.9)
    assert found.low == pytest.approx(spread * np.sqrt(4 / low))
    assert found.high == pytest.approx(spread * np.sqrt(4 / high))


def test_a_profiles_bands_hold_it_and_equal_runs_have_none():
    scores = rng().random((6, 4))
    tau = np.linspace(0, 1, 11)
    found = profile_bands(scores, tau, rng(), resamples=500)
    assert found.share.tolist() == performance_profile(scores, tau).tolist()
    assert (found.low <= found.share).all()
    assert (found.share <= found.high).all()
    assert (np.diff(found.share) <= 0).all()
    same = profile_bands(np.full((3, 2), 0.5), tau, rng(), resamples=50)
    assert same.low.tolist() == same.high.tolist() == same.share.tolist()


def test_aggregates_profile_and_intervals_are_those_of_rliable():
    # made with rliable 1.2.0 (in an environment of its own, since it needs pandas below 3):
    # library.get_interval_estimates of metrics.aggregate_iqm, aggregate_optimality_gap and
    # probability_of_improvement, library.create_performance_profile, on these scores
    scores = np.random.default_rng(0).random((8, 5))
    other = np.random.default_rng(1).random((8, 5)) * 0.9
    found = stratified_bootstrap(scores, iqm, rng(), 20_000)
    assert found.value == pytest.approx(0.5670742002246973)
    assert (found.low, found.high) == (
        pytest.approx(0.44573550624744773, abs=0.005),
        pytest.approx(0.6782865399249968, abs=0.005),
    )
    gap = stratified_bootstrap(scores, optimality_gap, rng(), 20_000)
    assert gap.value == pytest.approx(0.4633181366199757)
    assert (gap.low, gap.high) == (
        pytest.approx(0.37420010446879587, abs=0.005),
        pytest.approx(0.5548572663454456, abs=0.005),
    )
    shares = [1.0, 0.875, 0.8, 0.75, 0.65, 0.6, 0.525, 0.325, 0.25, 0.125, 0.0]
    assert performance_profile(scores, np.linspace(0, 1, 11)).tolist() == pytest.approx(shares)
    wins = probability_of_improvement(scores, other, rng(), 5_000)
    assert wins.value == pytest.approx(0.5875)
    assert (wins.low, wins.high) == (
        pytest.approx(0.45625, abs=0.01),
        pytest.approx(0.715625, abs=0.01),
    )

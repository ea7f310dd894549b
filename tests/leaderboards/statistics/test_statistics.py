import numpy as np
import pytest
from scipy import stats

from leaderboards.statistics import (
    ScoresError,
    crossed_bootstrap,
    iqm,
    mean,
    optimality_gap,
    paired_difference,
    performance_profile,
    probability_of_improvement,
    stratified_bootstrap,
    wilson_interval,
)


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("shape", [(1, 1), (3, 1), (3, 5), (7, 6), (10, 26)])
def test_iqm_is_scipys_trimmed_mean(shape):
    scores = rng(1).normal(size=shape)
    assert float(iqm(scores)) == pytest.approx(stats.trim_mean(scores, 0.25, axis=None), abs=1e-15)


def test_iqm_drops_a_quarter_at_each_end():
    # 8 scores: drop 0, 1 and 6, 100; (2 + 3 + 4 + 5) / 4 = 3.5
    assert float(iqm([[0, 1, 2, 3], [4, 5, 6, 100]])) == 3.5


def test_a_stack_is_reduced_matrix_by_matrix():
    stack = rng(2).random((4, 3, 5))
    for statistic in (mean, iqm, optimality_gap):
        each = [float(statistic(matrix)) for matrix in stack]
        assert statistic(stack).tolist() == each


def test_the_optimality_gap_counts_no_score_above_its_target():
    # min(score, 1): 0.5, 1, 1, 0 have mean 0.625
    assert float(optimality_gap([[0.5, 1.0], [3.0, 0.0]])) == 0.375
    # target 2: 0.5, 1, 2, 0 have mean 0.875
    assert float(optimality_gap([[0.5, 1.0], [3.0, 0.0]], target=2.0)) == 1.125


def test_a_profile_gives_the_share_strictly_above_each_threshold():
    assert performance_profile([[0.0, 0.5], [0.5, 1.0]], [-1.0, 0.0, 0.5, 1.0]).tolist() == [
        1.0,
        0.75,
        0.25,
        0.0,
    ]


def test_the_stratified_bootstrap_never_mixes_columns():
    # In each column all seeds agree, so every resample is the matrix itself.
    found = stratified_bootstrap(np.tile([0.1, 0.9], (4, 1)), mean, rng(), resamples=50)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_the_stratified_bootstrap_has_the_variance_that_theory_gives():
    # Var of a resampled mean over S rows and T columns: mean of the columns' population
    # variances / (S T). Here each column is (0, 1): 1/4 / (2 · 2) = 1/16, so the five values
    # 0, 1/4, .. 1 come with the binomial weights 1, 4, 6, 4, 1 of 16.
    # P(0) = 1/16 > 0.025, so the 95 % interval is all of [0, 1]; at 80 % it is [1/4, 3/4].
    scores = [[0.0, 1.0], [1.0, 0.0]]
    wide = stratified_bootstrap(scores, mean, rng(), resamples=4000)
    assert (wide.value, wide.low, wide.high) == (0.5, 0.0, 1.0)
    narrow = stratified_bootstrap(scores, mean, rng(), resamples=4000, confidence=0.8)
    assert (narrow.low, narrow.high) == (0.25, 0.75)


def test_chunks_do_not_change_how_many_resamples_there_are(monkeypatch):
    sizes = []

    def statistic(stack):
        if stack.ndim == 3:
            sizes.append(len(stack))
        return mean(stack)

    monkeypatch.setattr("leaderboards.statistics.stratified.CHUNK_SCORES", 40)
    stratified_bootstrap(np.ones((2, 2)), statistic, rng(), resamples=25)
    assert sizes == [10, 10, 5]


def test_an_interval_covers_the_truth_about_as_often_as_it_says():
    # 20 seeds and 5 strata of uniform scores (mean 1/2). A percentile interval of 20 runs falls a
    # little short of 95 %; over 400 draws a rate of 0.93 has a standard error of 0.013.
    source, hits = rng(7), 0
    for _ in range(400):
        found = stratified_bootstrap(source.random((20, 5)), mean, source, resamples=300)
        hits += found.low <= 0.5 <= found.high
    assert 0.89 <= hits / 400 <= 0.97


def test_the_crossed_bootstrap_varies_with_seeds_and_with_tasks():
    rows = np.repeat([[0.0], [1.0]], 400, axis=1)
    seeds = crossed_bootstrap(rows, rng())
    assert (seeds.value, seeds.low, seeds.high) == pytest.approx((0.5, 0.0, 1.0))
    # Equal seeds, 100 tasks half won: the sd of a mean is 0.05, so ± 1.96 · 0.05 = 0.098;
    # in steps of 0.01.
    tasks = crossed_bootstrap(np.tile([0.0, 1.0], (3, 50)), rng(), resamples=20_000)
    assert tasks.low == pytest.approx(0.402, abs=0.011)
    assert tasks.high == pytest.approx(0.598, abs=0.011)


def test_the_crossed_bootstrap_equals_one_drawn_by_hand():
    scores = rng(3).random((3, 4))
    found = crossed_bootstrap(scores, rng(4), resamples=100_000, confidence=0.9)
    source, draws = rng(5), []
    for _ in range(20_000):
        rows, columns = source.integers(3, size=3), source.integers(4, size=4)
        draws.append(scores[np.ix_(rows, columns)].mean())
    low, high = np.quantile(draws, [0.05, 0.95])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.01)


def test_pairing_cancels_what_both_sides_share():
    hard = rng(6).random((5, 60))
    found = paired_difference(hard + 0.125, hard, rng())
    assert (found.value, found.low, found.high) == pytest.approx((0.125, 0.125, 0.125), abs=1e-12)
    assert paired_difference(hard, hard + 0.125, rng()).value == pytest.approx(-0.125)


def test_the_probability_of_improvement_is_scipys_mann_whitney_statistic():
    x, y = rng(8).integers(0, 4, (5, 6)) / 4, rng(9).integers(0, 4, (3, 6)) / 4
    each = [
        stats.mannwhitneyu(x[:, task], y[:, task]).statistic / (len(x) * len(y))
        for task in range(6)
    ]
    found = probability_of_improvement(x, y, rng())
    assert found.value == pytest.approx(np.mean(each), abs=1e-15)
    assert found.low < found.value < found.high
    assert probability_of_improvement(y, x, rng()).value == pytest.approx(1 - found.value)


def test_ties_count_half():
    # Task 1: 1 > 0 and 1 = 1 give 3/4 of the pairs' mean (1 + 1/2) / 2; task 2: a tie each, 1/2.
    found = probability_of_improvement([[1.0, 0.0]], [[0.0, 0.0], [1.0, 0.0]], rng())
    assert found.value == 0.625


@pytest.mark.parametrize(
    ("successes", "n", "confidence"), [(0, 10, 0.95), (7, 10, 0.95), (50, 200, 0.9), (10, 10, 0.99)]
)
def test_wilsons_interval_is_scipys(successes, n, confidence):
    theirs = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    found = wilson_interval(successes, n, confidence)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert found.value == successes / n


def test_wilsons_interval_of_no_success_starts_at_zero():
    # z² = 3.841459; high = z² / (n + z²) = 3.841459 / 13.841459
    found = wilson_interval(0, 10)
    assert (found.low, found.high) == (0.0, pytest.approx(0.277533, abs=1e-6))


def test_equal_generators_give_equal_intervals_and_the_global_one_is_left_alone():
    x, y = rng(1).random((4, 6)), rng(2).random((4, 6))
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    for estimator in (
        lambda source: stratified_bootstrap(x, iqm, source),
        lambda source: crossed_bootstrap(x, source),
        lambda source: paired_difference(x, y, source),
        lambda source: probability_of_improvement(x, y, source),
    ):
        assert estimator(rng(3)) == estimator(rng(3))
        assert estimator(rng(3)) != estimator(rng(4))
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: iqm([0.5, 1.0]),
            "scores must end in the axes [seed, task]; its shape is (2,). "
            "One seed is a matrix of one row.",
        ),
        (
            lambda: stratified_bootstrap(np.ones((2, 2, 2)), mean, rng()),
            "scores must be a [seed, task] matrix; its shape is (2, 2, 2). "
            "One seed is a matrix of one row.",
        ),
        (
            lambda: mean([[0.5, float("nan")], [float("inf"), 0.1]]),
            "every score must be a finite number; 2 of 4 in scores are not, the first at (0, 1). "
            "Drop the run, or say what its score is.",
        ),
        (
            lambda: mean(np.ones((0, 3))),
            "scores must hold at least one score; its shape is (0, 3).",
        ),
        (
            lambda: mean([["a"]]),
            "scores must be an array of numbers: could not convert string to float: 'a'.",
        ),
        (
            lambda: paired_difference(np.ones((2, 3)), np.ones((3, 3)), rng()),
            "a paired difference needs the same seeds and tasks on both sides; x is (2, 3) and "
            "y is (3, 3). Keep what both have.",
        ),
        (
            lambda: probability_of_improvement(np.ones((2, 3)), np.ones((2, 4)), rng()),
            "a probability of improvement needs the same tasks on both sides; x has 3 and "
            "y has 4. Keep the tasks that both have.",
        ),
        (
            lambda: crossed_bootstrap(np.ones((2, 3)), rng(), resamples=0),
            "resamples must be 1 or more; it is 0.",
        ),
        (
            lambda: crossed_bootstrap(np.ones((2, 3)), rng(), confidence=95),
            "confidence must be between 0 and 1; it is 95.",
        ),
        (
            lambda: wilson_interval(5, 4),
            "successes must be within 0 and n, and n at least 1; they are 5 and 4.",
        ),
        (
            lambda: performance_profile([[1.0]], 0.5),
            "thresholds must be a list of numbers; its shape is ().",
        ),
    ],
)
def test_scores_that_nothing_can_be_estimated_from_say_why(call, message):
    with pytest.raises(ScoresError) as caught:
        call()
    assert str(caught.value) == message

"""The stratified bootstrap: resample the runs of each stratum apart from the others.

Source: Agarwal et al. (NeurIPS 2021, arXiv 2108.13264), section 4.1; strata are the columns.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.estimate import Estimate, percentile_estimate
from leaderboards.statistics.matrix import Scores, check_matrix, check_resampling

CHUNK_SCORES = 2_000_000


def stratified_bootstrap(
    scores: ArrayLike,
    statistic: Callable[[Scores], Scores],
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Estimate:
    """Estimate a statistic with an interval over seeds.

    The interval is over what other seeds would give on these same strata, not over other tasks.
    With few seeds it is too short: of S seeds, the resamples show (S − 1)/S of the variance.

    Args:
        scores: [S, T], seeds by strata.
        statistic: reduces the last two axes of [R, S, T], as `iqm` and `mean` do.
        rng: where the resamples come from.
        resamples: R.
        confidence: for example 0.95.

    Raises:
        ScoresError: for a wrong shape, a score that is not finite, or a setting out of range.
    """
    matrix = check_matrix("scores", scores)
    check_resampling(resamples, confidence)
    sizes = chunks(resamples, matrix.size)
    draws = [statistic(resample_columns(matrix, size, rng)) for size in sizes]
    return percentile_estimate(float(statistic(matrix)), np.concatenate(draws), confidence)


def resample_columns(matrix: Scores, resamples: int, rng: np.random.Generator) -> Scores:
    """Draw the rows of each column anew, with replacement and apart from the other columns.

    Args:
        matrix: [S, T].
        resamples: R.
        rng: where the draws come from.

    Returns:
        [R, S, T].
    """
    seeds, tasks = matrix.shape
    rows = rng.integers(seeds, size=(resamples, seeds, tasks))
    return np.asarray(matrix[rows, np.arange(tasks)])


def chunks(resamples: int, scores_each: int) -> Iterator[int]:
    """Split resamples into parts of at most `CHUNK_SCORES` scores (at least one resample each)."""
    size = max(1, CHUNK_SCORES // scores_each)
    for start in range(0, resamples, size):
        yield min(size, resamples - start)

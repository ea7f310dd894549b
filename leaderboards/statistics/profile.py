"""Performance profiles with bands: which share of all runs does better than each score.

Source: Agarwal et al. (NeurIPS 2021, arXiv 2108.13264), section 4.2; the bands are pointwise
percentiles of the stratified bootstrap.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.aggregates import performance_profile
from leaderboards.statistics.matrix import Scores, check_matrix, check_resampling
from leaderboards.statistics.stratified import chunks, resample_columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The run-score distribution of one algorithm.

    Attributes:
        thresholds: τ, [H].
        share: part of the scores above each τ, [H].
        low: lower ends of the bands, [H].
        high: upper ends, [H].
    """

    thresholds: Scores
    share: Scores
    low: Scores
    high: Scores


def profile_bands(
    scores: ArrayLike,
    thresholds: ArrayLike,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Profile:
    """Estimate a performance profile with its pointwise bands.

    Args:
        scores: [S, T], seeds by strata.
        thresholds: τ, [H].
        rng: where the resamples come from.
        resamples: R.
        confidence: for example 0.95.

    Raises:
        ScoresError: for a wrong shape, a score that is not finite, or a setting out of range.
    """
    matrix = check_matrix("scores", scores)
    check_resampling(resamples, confidence)
    tau = np.asarray(thresholds, dtype=np.float64)
    share = performance_profile(matrix, tau)
    sizes = chunks(resamples, matrix.size * len(tau))
    draws = [performance_profile(resample_columns(matrix, size, rng), tau) for size in sizes]
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(np.concatenate(draws), [tail, 1.0 - tail], axis=0)
    return Profile(thresholds=tau, share=share, low=low, high=high)

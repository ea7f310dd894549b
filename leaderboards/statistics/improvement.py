"""How likely a run of one algorithm beats a run of another.

Source: Agarwal et al. (NeurIPS 2021, arXiv 2108.13264), section 4.2:
P(X > Y) = 1/T Σ_t 1/(S_x S_y) Σ_i Σ_j [x_it > y_jt] + ½ [x_it = y_jt],
on each task the Mann-Whitney statistic over its largest value.
"""

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.estimate import Estimate, percentile_estimate
from leaderboards.statistics.matrix import Scores, ScoresError, check_matrix, check_resampling
from leaderboards.statistics.stratified import chunks, resample_columns


def probability_of_improvement(
    x: ArrayLike,
    y: ArrayLike,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Estimate:
    """Estimate P(X > Y), a tie counting half, with its stratified bootstrap interval.

    Args:
        x: [S_x, T].
        y: [S_y, T], the same tasks in the same order; the seeds need not be the same.
        rng: where the resamples come from.
        resamples: R.
        confidence: for example 0.95.

    Raises:
        ScoresError: for unequal tasks, a wrong shape, a score that is not finite, or a setting
            out of range.
    """
    first, second = check_matrix("x", x), check_matrix("y", y)
    if first.shape[1] != second.shape[1]:
        raise ScoresError(
            f"a probability of improvement needs the same tasks on both sides; x has "
            f"{first.shape[1]} and y has {second.shape[1]}. Keep the tasks that both have."
        )
    check_resampling(resamples, confidence)
    draws = [
        _wins(resample_columns(first, size, rng), resample_columns(second, size, rng))
        for size in chunks(resamples, first.size * len(second))
    ]
    return percentile_estimate(float(_wins(first, second)), np.concatenate(draws), confidence)


def _wins(x: Scores, y: Scores) -> Scores:
    """Average the wins of all pairs: [..., S_x, T] and [..., S_y, T] give [...]."""
    left, right = x[..., :, None, :], y[..., None, :, :]
    wins = (left > right) + 0.5 * (left == right)
    return np.asarray(wins.mean(axis=(-3, -2, -1)))

"""The bootstrap over seeds and tasks at once, for means and paired differences.

Source: Owen, The pigeonhole bootstrap (Annals of Applied Statistics 1(2), 2007). Every seed plays
the same tasks, so rows and columns cross; each resample draws seeds and, independently, tasks, and
takes the scores where they meet. The interval is over other seeds and other tasks of the same
kind, and errs on the long side.
"""

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.estimate import Estimate, percentile_estimate
from leaderboards.statistics.matrix import Scores, ScoresError, check_matrix, check_resampling
from leaderboards.statistics.stratified import chunks


def crossed_bootstrap(
    scores: ArrayLike,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Estimate:
    """Estimate the mean score with an interval over seeds and tasks.

    Args:
        scores: [S, T].
        rng: where the resamples come from.
        resamples: R.
        confidence: for example 0.95.

    Raises:
        ScoresError: for a wrong shape, a score that is not finite, or a setting out of range.
    """
    matrix = check_matrix("scores", scores)
    check_resampling(resamples, confidence)
    draws = [_crossed_means(matrix, size, rng) for size in chunks(resamples, matrix.size)]
    return percentile_estimate(float(matrix.mean()), np.concatenate(draws), confidence)


def paired_difference(
    x: ArrayLike,
    y: ArrayLike,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Estimate:
    """Estimate mean(x − y), where a seed and a task mean the same in both.

    What makes a task or a seed easy for both cancels, so the interval is shorter than that of two
    unpaired means.

    Args:
        x: [S, T].
        y: [S, T], the same seeds and tasks in the same order.
        rng: where the resamples come from.
        resamples: R.
        confidence: for example 0.95.

    Raises:
        ScoresError: for unequal or wrong shapes, a score that is not finite, or a setting out of
            range.
    """
    first, second = check_matrix("x", x), check_matrix("y", y)
    if first.shape != second.shape:
        raise ScoresError(
            f"a paired difference needs the same seeds and tasks on both sides; x is "
            f"{first.shape} and y is {second.shape}. Keep what both have."
        )
    return crossed_bootstrap(first - second, rng, resamples, confidence)


def _crossed_means(matrix: Scores, resamples: int, rng: np.random.Generator) -> Scores:
    seeds, tasks = matrix.shape
    rows = rng.integers(seeds, size=(resamples, seeds))
    columns = rng.integers(tasks, size=(resamples, tasks))
    of_task = matrix[rows].mean(axis=1)  # [R, T], over the drawn seeds
    return np.asarray(np.take_along_axis(of_task, columns, axis=1).mean(axis=1))

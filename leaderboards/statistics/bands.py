"""How sure a curve over seeds is, point by point."""

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.matrix import Scores, check_matrix, check_resampling


def pointwise_band(
    values: ArrayLike,
    rng: np.random.Generator,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> tuple[Scores, Scores]:
    """Give the percentile interval of the mean over seeds at each point of a curve.

    A resample draws whole seeds, the same for all points. The intervals hold point by point, not
    for the whole curve together; with one seed they are of no width.

    Args:
        values: a curve for each seed, [S, G].
        rng: where the resamples come from.
        resamples: R.
        confidence: for example 0.95.

    Returns:
        The lower and the upper ends, [G] each.

    Raises:
        ScoresError: if `values` is no matrix of finite numbers, or a setting is out of range.
    """
    matrix = check_matrix("values", values)
    check_resampling(resamples, confidence)
    seeds = len(matrix)
    counts = rng.multinomial(seeds, np.full(seeds, 1.0 / seeds), size=resamples)  # [R, S]
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(counts @ matrix / seeds, [tail, 1.0 - tail], axis=0)
    return np.asarray(low), np.asarray(high)

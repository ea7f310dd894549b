"""Compare each row with the others of its group.

Symbols: N rows, G groups, E trajectories, F_norm the divisor: the deviation, or 1.
"""

import numpy as np

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import NO_ID, Floats, Ints, segment_count, segment_sum
from algorithms.returns import episode_return

NORMALISE = ("mean_std", "mean")
"""How an advantage is scaled: divided by its group's deviation, or not."""

STATISTICS = ("steps", "trajectories")
"""What a group's mean and deviation are over: an episode's return counts once a step, or once."""

DEVIATIONS = {"sample": 1, "population": 0}
"""What is subtracted from the number of values before the sum of squares is divided by it."""

RELATIVE_ZERO = 1e-12
"""A difference from the mean below this share of a group's mean size is rounding, hence 0."""


def normalise(x: Floats, by: Ints, *, how: str, ddof: int, epsilon: float) -> Floats:
    """Compute each row's advantage over its group: (x − mean) / F_norm.

    F_norm is deviation + ε for ``mean_std`` and 1 for ``mean``. What differs from the mean by
    rounding only is exactly 0, so a group without contrast, or of one row, is 0 throughout.

    Args:
        x: one number a row [N].
        by: dense group id of each row, -1 where it has none [N].
        how: ``mean_std`` or ``mean``.
        ddof: 0 for the deviation of the population, 1 for that of a sample.
        epsilon: ε, added to the deviation.

    Returns:
        One advantage a row, 0 where a row has no group [N].

    Raises:
        AlgorithmInputError: if the shapes differ.

    Example:
        >>> x, by = np.array([3.0, 1.0, 5.0]), np.array([0, 0, 1])
        >>> normalise(x, by, how="mean_std", ddof=0, epsilon=0.0)
        array([ 1., -1.,  0.])
    """
    if x.ndim != 1 or x.shape != by.shape:
        raise AlgorithmInputError(f"x has shape {x.shape}, its groups {by.shape}; expected [rows].")
    advantage = np.zeros_like(x)
    rows = np.flatnonzero(by != NO_ID)
    inside = by[rows]
    size = segment_count(inside)
    centred = _centre(x[rows], inside, size)
    if how == "mean_std":
        squares = segment_sum(centred**2, inside)
        divisor = np.sqrt(squares / np.maximum(size - ddof, 1)) + epsilon
        np.divide(centred, divisor[inside], out=centred, where=centred != 0.0)
    advantage[rows] = centred
    return advantage


def normalise_batch(x: Floats, *, how: str, ddof: int, epsilon: float) -> Floats:
    """Compute each row's advantage over the whole batch, as `normalise` does over a group [N]."""
    whole = np.zeros(x.shape, dtype=np.int64)
    return normalise(x, whole, how=how, ddof=ddof, epsilon=epsilon)


def episode_advantage(
    batch: StepBatch, *, how: str, statistics: str, ddof: int, epsilon: float
) -> Floats:
    """Compare each trajectory's return with its group's, and give all its steps the result.

    Args:
        batch: steps of whole trajectories.
        how: ``mean_std`` or ``mean``.
        statistics: ``trajectories`` counts every return once, ``steps`` once for each step, so
            that long trajectories weigh more.
        ddof: 0 for the deviation of the population, 1 for that of a sample.
        epsilon: added to the deviation.

    Returns:
        One advantage a step [N]; 0 throughout a group whose returns are all equal.
    """
    return_of_trajectory = episode_return(batch)
    if statistics == "steps":
        x = return_of_trajectory[batch.trajectory]
        return normalise(x, batch.group, how=how, ddof=ddof, epsilon=epsilon)
    group = batch.group_of_trajectory()
    advantage = normalise(return_of_trajectory, group, how=how, ddof=ddof, epsilon=epsilon)
    return advantage[batch.trajectory]


def _centre(x: Floats, by: Ints, size: Ints) -> Floats:
    """Subtract each group's mean; differences that are rounding become exactly 0."""
    members = np.maximum(size, 1)
    mean = segment_sum(x, by) / members
    # The mean of what is left is the first mean's rounding, which grows with the group.
    mean = mean + segment_sum(x - mean[by], by) / members
    centred = x - mean[by]
    scale = segment_sum(np.abs(x), by) / members
    centred[np.abs(centred) <= (RELATIVE_ZERO * scale)[by]] = 0.0
    return centred

"""What a matrix of scores must be before anything is estimated from it."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Scores = NDArray[np.float64]


class ScoresError(ValueError):
    """Scores, or a setting of an estimator, that nothing can be estimated from."""


def check_matrix(name: str, given: ArrayLike) -> Scores:
    """Give one [seed, task] matrix as float64.

    Args:
        name: what the caller calls it, for the message.
        given: [S, T].

    Raises:
        ScoresError: if it has another rank, no rows or columns, or a value that is not finite.
    """
    scores = _numbers(name, given)
    if scores.ndim != 2:
        raise ScoresError(
            f"{name} must be a [seed, task] matrix; its shape is {scores.shape}. "
            "One seed is a matrix of one row."
        )
    return scores


def check_stack(name: str, given: ArrayLike) -> Scores:
    """Give a [seed, task] matrix, or a stack of them, as float64.

    Args:
        name: what the caller calls it, for the message.
        given: [..., S, T].

    Raises:
        ScoresError: as `check_matrix`.
    """
    scores = _numbers(name, given)
    if scores.ndim < 2:
        raise ScoresError(
            f"{name} must end in the axes [seed, task]; its shape is {scores.shape}. "
            "One seed is a matrix of one row."
        )
    return scores


def check_resampling(resamples: int, confidence: float) -> None:
    """Refuse a number of resamples or a confidence that no interval can be made from.

    Raises:
        ScoresError: saying which of the two.
    """
    if resamples < 1:
        raise ScoresError(f"resamples must be 1 or more; it is {resamples}.")
    if not 0.0 < confidence < 1.0:
        raise ScoresError(f"confidence must be between 0 and 1; it is {confidence}.")


def _numbers(name: str, given: ArrayLike) -> Scores:
    try:
        scores = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ScoresError(f"{name} must be an array of numbers: {error}.") from error
    if scores.size == 0:
        raise ScoresError(f"{name} must hold at least one score; its shape is {scores.shape}.")
    bad = np.argwhere(~np.isfinite(scores))
    if len(bad):
        raise ScoresError(
            f"every score must be a finite number; {len(bad)} of {scores.size} in {name} are not, "
            f"the first at {tuple(int(i) for i in bad[0])}. "
            "Drop the run, or say what its score is."
        )
    return scores

"""One number for a [seed, task] matrix.

Source: Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice
(NeurIPS 2021, arXiv 2108.13264), section 4. Every function takes a stack [..., S, T] and reduces
its last two axes, so that a bootstrap evaluates all its resamples at once.
"""

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.matrix import Scores, ScoresError, check_stack


def mean(scores: ArrayLike) -> Scores:
    """Average over seeds and tasks.

    Args:
        scores: [..., S, T].

    Returns:
        [...].

    Raises:
        ScoresError: for a wrong shape or a score that is not finite.
    """
    return np.asarray(check_stack("scores", scores).mean(axis=(-2, -1)))


def iqm(scores: ArrayLike) -> Scores:
    """Average the middle half of all S·T scores: the interquartile mean.

    ⌊S·T/4⌋ scores are dropped at each end, whole scores only. On single episodes, which are 0 or
    1, it says little: give success rates per task type.

    Args:
        scores: [..., S, T].

    Returns:
        [...].

    Raises:
        ScoresError: for a wrong shape or a score that is not finite.

    Example:
        >>> float(iqm([[0.0, 0.2, 0.4, 1.0]]))  # (0.2 + 0.4) / 2
        0.30000000000000004
    """
    stack = check_stack("scores", scores)
    flat = np.sort(stack.reshape(*stack.shape[:-2], -1), axis=-1)
    cut = flat.shape[-1] // 4
    return np.asarray(flat[..., cut : flat.shape[-1] - cut].mean(axis=-1))


def optimality_gap(scores: ArrayLike, target: float = 1.0) -> Scores:
    """Say by how much the scores fall short of a target: target − mean(min(score, target)).

    Args:
        scores: [..., S, T].
        target: the score that is good enough (γ in the paper).

    Returns:
        [...]; 0 if every score reaches the target.

    Raises:
        ScoresError: for a wrong shape or a score that is not finite.
    """
    stack = check_stack("scores", scores)
    return np.asarray(target - np.minimum(stack, target).mean(axis=(-2, -1)))


def performance_profile(scores: ArrayLike, thresholds: ArrayLike) -> Scores:
    """Give the share of all scores above each threshold: the run-score distribution.

    Args:
        scores: [..., S, T].
        thresholds: τ, [H].

    Returns:
        [..., H].

    Raises:
        ScoresError: for a wrong shape or a score that is not finite.
    """
    stack = check_stack("scores", scores)
    tau = np.asarray(thresholds, dtype=np.float64)
    if tau.ndim != 1:
        raise ScoresError(f"thresholds must be a list of numbers; its shape is {tau.shape}.")
    flat = np.sort(stack.reshape(*stack.shape[:-2], -1), axis=-1)
    return np.asarray((flat[..., None, :] > tau[:, None]).mean(axis=-1))

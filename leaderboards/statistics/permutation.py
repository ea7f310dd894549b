"""Whether a paired difference over common seeds may be chance: the sign-flip permutation test.

Source: Fisher, The Design of Experiments (1935), section 21; Phipson and Smyth, Permutation
P-values Should Never Be Zero (Statistical Applications in Genetics and Molecular Biology 9(1),
2010) for the Monte Carlo form. Under the null hypothesis a seed's difference could as well have
had the other sign.
"""

import numpy as np
from numpy.typing import ArrayLike

from leaderboards.statistics.matrix import Scores, ScoresError

EXACT_SEEDS = 16
"""Up to so many seeds all 2^S signs are gone through; above, they are drawn."""
_ROUNDING = 1e-12


def sign_flip_test(
    differences: ArrayLike, rng: np.random.Generator, resamples: int = 20_000
) -> float:
    """Give the two-sided p-value of a mean of zero: the share of sign flips as far from it.

    p = #{ε : |Σ ε_s d_s| ≥ |Σ d_s|} / 2^S, exactly for at most `EXACT_SEEDS` seeds; above,
    (1 + #) / (1 + R) over R draws. With S seeds it is never below 2^(1−S): five seeds can't show
    p < 0.05.

    Args:
        differences: one number a seed, [S]: mean over tasks of what is compared.
        rng: where the signs come from; not used where they are gone through.
        resamples: R.

    Raises:
        ScoresError: for no seed, another shape, or a number that is not finite.

    Example:
        >>> sign_flip_test([0.1, 0.2, 0.3], np.random.default_rng(0))  # 2 of 8 signs
        0.25
    """
    given = check_differences(differences)
    observed = abs(float(given.sum()))
    slack = _ROUNDING * max(1.0, float(np.abs(given).sum()))
    if len(given) <= EXACT_SEEDS:
        numbers = np.arange(1 << len(given))[:, None] >> np.arange(len(given))
        signs = 1.0 - 2.0 * (numbers & 1)
        return float((np.abs(signs @ given) >= observed - slack).mean())
    signs = 1.0 - 2.0 * rng.integers(2, size=(resamples, len(given)))
    as_far = int((np.abs(signs @ given) >= observed - slack).sum())
    return (1 + as_far) / (1 + resamples)


def holm(p_values: ArrayLike) -> Scores:
    """Correct p-values for their number: the family-wise error is held at any level.

    p̃_(i) = max_{j ≤ i} min(1, (m − j + 1) p_(j)), in rising order of the p-values.

    Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure (Scandinavian Journal of
    Statistics 6(2), 1979).

    Args:
        p_values: [m].

    Returns:
        [m], in the order given.

    Raises:
        ScoresError: for another shape, or a number outside [0, 1].

    Example:
        >>> holm([0.01, 0.04, 0.03]).tolist()
        [0.03, 0.06, 0.06]
    """
    given = np.asarray(p_values, dtype=np.float64)
    if given.ndim != 1 or not ((given >= 0.0) & (given <= 1.0)).all():
        raise ScoresError(f"p-values must be a list of numbers from 0 to 1; they are {p_values!r}.")
    order = np.argsort(given, kind="stable")
    factors = len(given) - np.arange(len(given))
    rising = np.maximum.accumulate(np.minimum(1.0, factors * given[order]))
    corrected = np.empty_like(rising)
    corrected[order] = rising
    return corrected


def check_differences(differences: ArrayLike) -> Scores:
    """Give one number a seed as float64.

    Raises:
        ScoresError: for no seed, another shape, or a number that is not finite.
    """
    given = np.asarray(differences, dtype=np.float64)
    if given.ndim != 1 or len(given) == 0 or not np.isfinite(given).all():
        raise ScoresError(
            f"differences must be one finite number a seed; given is an array of shape "
            f"{given.shape}. Average over tasks first, and drop runs without a score."
        )
    return given

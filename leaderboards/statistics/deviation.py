"""The standard deviation of a few numbers, and how little is known of it.

(S − 1) s² / σ² is chi-squared with S − 1 degrees of freedom, for normal differences.

Source: Browne, On the Use of a Pilot Sample for Sample Size Determination (Statistics in Medicine
14, 1995): a plan that is to hold takes the upper limit of σ.
"""

from math import exp, lgamma, log, sqrt

from numpy.typing import ArrayLike

from leaderboards.statistics.estimate import Estimate
from leaderboards.statistics.matrix import ScoresError, check_resampling
from leaderboards.statistics.permutation import check_differences


def deviation(differences: ArrayLike, confidence: float = 0.8) -> Estimate:
    """Estimate σ over seeds with its chi-squared interval.

    Args:
        differences: one number a seed, [S], at least 2.
        confidence: of the interval, half of the rest on either side.

    Raises:
        ScoresError: for fewer than 2 seeds, or a setting out of range.
    """
    given = check_differences(differences)
    if len(given) < 2:
        raise ScoresError("one seed has no spread; at least 2 seeds are needed.")
    check_resampling(1, confidence)
    found, df = float(given.std(ddof=1)), len(given) - 1
    tail = (1.0 - confidence) / 2.0
    return Estimate(
        value=found,
        low=found * sqrt(df / chi_squared_quantile(1.0 - tail, df)),
        high=found * sqrt(df / chi_squared_quantile(tail, df)),
        confidence=confidence,
    )


def chi_squared_quantile(p: float, df: int) -> float:
    """Give the value below which a chi-squared variable falls with probability p.

    Example:
        >>> round(chi_squared_quantile(0.95, 4), 4)
        9.4877
    """
    low, high = 0.0, float(df)
    while _gamma_cdf(df / 2.0, high / 2.0) < p:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if middle in {low, high}:
            break
        low, high = (middle, high) if _gamma_cdf(df / 2.0, middle / 2.0) < p else (low, middle)
    return (low + high) / 2.0


def _gamma_cdf(shape: float, x: float) -> float:
    """Give the regularised lower incomplete gamma function, by its power series.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 6.5.29.
    """
    if x <= 0.0:
        return 0.0
    term = total = 1.0 / shape
    step = shape
    while term > total * 1e-16:
        step += 1.0
        term *= x / step
        total += term
    return min(1.0, total * exp(shape * log(x) - x - lgamma(shape)))

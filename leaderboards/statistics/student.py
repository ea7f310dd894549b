"""Student's t distribution, central and noncentral, from its definition.

T = (Z + δ) / √(V/ν), with Z standard normal and V chi-squared with ν degrees of freedom. Given V,
P(T > t) = Φ(δ − t√(V/ν)), which is integrated over the density of √(V/ν).

Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2 (2nd edition, 1995),
chapters 28 and 31.
"""

from functools import cache
from math import erfc, lgamma, log, sqrt

import numpy as np

from leaderboards.statistics.matrix import Scores, ScoresError

NODES = 400
"""Of the Gauss-Legendre rule; the tests hold it to 1e-9 of SciPy's values."""
_TAILS = 12.0


def upper_tail(t: float, df: int, shift: float = 0.0) -> float:
    """Give P(T > t).

    Args:
        t: the point.
        df: degrees of freedom ν, at least 1.
        shift: δ, the noncentrality; 0 is Student's own distribution.

    Raises:
        ScoresError: for no degree of freedom.
    """
    scale, weight = _scales(df)
    return float((weight * _normal_tail(t * scale - shift)).sum())


@cache
def quantile(p: float, df: int) -> float:
    """Give the t that T exceeds with probability 1 − p, for Student's own distribution.

    Args:
        p: between 0 and 1.
        df: degrees of freedom ν, at least 1.

    Raises:
        ScoresError: for a p outside (0, 1), or no degree of freedom.

    Example:
        >>> round(quantile(0.975, 4), 4)
        2.7764
    """
    if not 0.0 < p < 1.0:
        raise ScoresError(f"a quantile is asked for a probability between 0 and 1; it is {p}.")
    if p < 0.5:
        return -quantile(1.0 - p, df)
    low, high = 0.0, 1.0
    while upper_tail(high, df) > 1.0 - p:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if middle in {low, high}:
            break
        low, high = (middle, high) if upper_tail(middle, df) > 1.0 - p else (low, middle)
    return (low + high) / 2.0


@cache
def _scales(df: int) -> tuple[Scores, Scores]:
    """Give values of √(V/ν) with the weights that a mean over it has."""
    if df < 1:
        raise ScoresError(f"a t distribution needs at least 1 degree of freedom; it has {df}.")
    # the density of s = √(V/ν) has its bulk within a few of its deviations, about 1/√(2ν), of 1
    reach = _TAILS / sqrt(2.0 * df)
    low, high = max(0.0, 1.0 - reach), 1.0 + reach
    at, weight = np.polynomial.legendre.leggauss(NODES)
    root = (at + 1.0) / 2.0
    scale = low + (high - low) * root**2  # squared: dense at the low end, where far tails come from
    constant = log(2.0) + df / 2.0 * log(df / 2.0) - lgamma(df / 2.0)
    density = np.exp(constant + (df - 1) * np.log(scale) - df * scale**2 / 2.0)
    return scale, weight * density * (high - low) * root


def _normal_tail(x: Scores) -> Scores:
    return np.array([0.5 * erfc(value / sqrt(2.0)) for value in x.tolist()])

"""A success rate from single episodes."""

from math import sqrt
from statistics import NormalDist

from leaderboards.statistics.estimate import Estimate
from leaderboards.statistics.matrix import ScoresError, check_resampling


def wilson_interval(successes: int, n: int, confidence: float = 0.95) -> Estimate:
    """Estimate a success rate with Wilson's score interval.

    With p = successes/n and z the normal quantile,
    (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
    It stays within [0, 1], and keeps its length where no or every episode succeeds.

    Source: Wilson, Probable Inference, the Law of Succession, and Statistical Inference (Journal
    of the American Statistical Association 22, 1927); Brown, Cai and DasGupta (Statistical
    Science 16(2), 2001), section 3.1.1.

    Args:
        successes: how many episodes succeeded.
        n: how many there were.
        confidence: for example 0.95.

    Raises:
        ScoresError: if n is not positive, successes not within [0, n], or confidence not in (0, 1).

    Example:
        >>> round(wilson_interval(0, 10).high, 4)
        0.2775
    """
    if n < 1 or not 0 <= successes <= n:
        raise ScoresError(
            f"successes must be within 0 and n, and n at least 1; they are {successes} and {n}."
        )
    check_resampling(1, confidence)
    z = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    p = successes / n
    scale = 1.0 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
    return Estimate(
        value=p,
        low=0.0 if successes == 0 else centre - reach,
        high=1.0 if successes == n else centre + reach,
        confidence=confidence,
    )

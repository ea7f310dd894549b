"""A number and how sure it is."""

from dataclasses import dataclass

import numpy as np

from leaderboards.statistics.matrix import Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A point estimate with an interval.

    Attributes:
        value: the estimate.
        low: the interval's lower end.
        high: its upper end.
        confidence: the share of such intervals that hold the true value (0.95 for 95 %).
    """

    value: float
    low: float
    high: float
    confidence: float


def percentile_estimate(value: float, draws: Scores, confidence: float) -> Estimate:
    """Make the percentile interval of bootstrap draws.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), section 13.3.

    Args:
        value: the estimate on the data itself.
        draws: the estimate on each resample, [R].
        confidence: for example 0.95.
    """
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(draws, [tail, 1.0 - tail])
    return Estimate(value=value, low=float(low), high=float(high), confidence=confidence)

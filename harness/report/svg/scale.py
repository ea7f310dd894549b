"""Map numbers to places, and choose ticks at round numbers."""

import math
from dataclasses import dataclass

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A linear map from [low, high] to [start, end].

    Attributes:
        low: the smallest number.
        high: the largest, above `low`.
        start: where `low` lies.
        end: where `high` lies.
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Give the place of a number."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, count: int) -> list[float]:
        """Give round numbers within the range, about `count` of them."""
        return ticks(self.low, self.high, count)


def ticks(low: float, high: float, count: int) -> list[float]:
    """Give multiples of 1, 2, 2.5 or 5 times a power of ten from low to high.

    Args:
        low: the smallest number.
        high: the largest, above `low`.
        count: how many are wanted at most, plus one; two stand there in any case.

    Example:
        >>> ticks(0, 0.9, 5)
        [0.0, 0.2, 0.4, 0.6, 0.8]
    """
    step = _step((high - low) / count)
    first, last = _multiples(low, high, step)
    if last - first < 1:  # one tick alone is no scale
        step = _step(step / 2)
        first, last = _multiples(low, high, step)
    return [round(index * step, 12) for index in range(first, last + 1)]


def widened(low: float, high: float, count: int) -> tuple[float, float]:
    """Widen a range to the round numbers around it; an empty one gets some length."""
    if high <= low:
        low, high = low - 0.05, high + 0.05
    step = _step((high - low) / count)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def _multiples(low: float, high: float, step: float) -> tuple[int, int]:
    return math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)


def _step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in STEPS if factor * power >= rough * (1 - 1e-9))

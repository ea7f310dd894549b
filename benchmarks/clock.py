"""Wall and CPU time, and the few numbers that describe many of them."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass


class Timer:
    """Adds up the seconds inside its ``with`` blocks.

    Python's garbage collector stays on, as it is for anyone who uses the engines.
    """

    __slots__ = ("_cpu", "_wall", "cpu", "wall")

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> None:
        self._cpu = time.process_time()
        self._wall = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.wall += time.perf_counter() - self._wall
        self.cpu += time.process_time() - self._cpu

    def each(self, count: int) -> list[float]:
        """Return wall and CPU seconds of one of ``count`` equal parts."""
        return [self.wall / count, self.cpu / count]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Median and quartiles of a sample of ``n``."""

    median: float
    low: float
    high: float
    n: int


def spread(sample: Sequence[float]) -> Spread:
    """Return a sample's median and quartiles (linear interpolation, ends included).

    Example:
        >>> spread([4.0, 1.0, 2.0, 3.0, 5.0])
        Spread(median=3.0, low=2.0, high=4.0, n=5)
    """
    if len(sample) == 1:
        return Spread(median=sample[0], low=sample[0], high=sample[0], n=1)
    low, median, high = statistics.quantiles(sample, n=4, method="inclusive")
    return Spread(median=median, low=low, high=high, n=len(sample))

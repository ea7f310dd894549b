"""The original's way to draw a goal where none is named."""

import random
import string
from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate

_FIRST_SEED = 233
"""What the original seeds its one stream with when it starts."""

_NAME_LENGTH = 10


def sums_of(weights: Iterable[float]) -> tuple[float, ...]:
    """Return the running sums of weights, from 0."""
    return (0.0, *accumulate(weights))


class UpstreamDraws:
    """Draws places by weight as the original does, from a stream of its own.

    The original's look-up is off by one: the first place is never drawn, each other one with its
    predecessor's weight, and the last one with its own as well.
    """

    def __init__(self, sums: Sequence[float], seed: int | None = None) -> None:
        """Start the stream.

        Args:
            sums: as ``sums_of`` gives them.
            seed: None takes the original's own.
        """
        self._sums = sums
        self._stream = random.Random(_FIRST_SEED if seed is None else seed)

    def seed(self, seed: int) -> None:
        """Start the stream anew."""
        self._stream.seed(seed)

    def draw(self) -> int:
        """Name a visit, which takes ten draws, and draw its place."""
        self._stream.choices(string.ascii_lowercase, k=_NAME_LENGTH)
        drawn = bisect(self._sums, self._stream.uniform(0, self._sums[-1]))
        return min(drawn, len(self._sums) - 2)

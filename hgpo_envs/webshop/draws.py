"""The original's way to draw a goal where none is named."""

import random
import string
from bisect import bisect
from collections.abc import Iterable
from itertools import accumulate

_FIRST_SEED = 233
"""What the original seeds its one stream with when it starts."""

_NAME_LENGTH = 10


class UpstreamDraws:
    """Draws places by weight as the original does, from a stream of its own.

    The original's look-up is off by one: the first place is never drawn, each other one with its
    predecessor's weight, and the last one with its own as well.
    """

    def __init__(self, weights: Iterable[float], seed: int | None = None) -> None:
        """Start the stream; ``seed`` None takes the original's own."""
        self._sums = [0.0, *accumulate(weights)]
        self._stream = random.Random(_FIRST_SEED if seed is None else seed)

    def seed(self, seed: int) -> None:
        """Start the stream anew."""
        self._stream.seed(seed)

    def draw(self) -> int:
        """Name a visit, which takes ten draws, and draw its place."""
        self._stream.choices(string.ascii_lowercase, k=_NAME_LENGTH)
        drawn = bisect(self._sums, self._stream.uniform(0, self._sums[-1]))
        return min(drawn, len(self._sums) - 2)

"""The original's way to draw a goal where none is named."""

import random
import string
from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate

_FIRST_SEED = 233
"""What the original seeds its one stream with, before it shuffles its goals."""

_NAME_LENGTH = 10


def sums_of(weights: Iterable[float]) -> tuple[float, ...]:
    """Return the running sums of weights, from 0."""
    return (0.0, *accumulate(weights))


class UpstreamDraws:
    """Draws places of goals by weight as the original does, from a stream of its own.

    The stream begins where the original's stands when its goals are shuffled. Its look-up is off
    by one: the first goal is never drawn, each other one with its predecessor's weight, and the
    last one with its own as well.
    """

    def __init__(self, sums: Sequence[float]) -> None:
        """Start the stream; ``sums`` are the running sums of all goals' weights."""
        self._sums = sums
        self._stream = random.Random(_FIRST_SEED)
        self._stream.shuffle(list(range(len(sums) - 1)))

    def seed(self, seed: int) -> None:
        """Go on as the original does after ``random.seed(seed)``."""
        self._stream.seed(seed)

    def draw(self) -> int:
        """Draw a visit's name, as the original does first, and then the place of its goal."""
        self._stream.choices(string.ascii_lowercase, k=_NAME_LENGTH)
        drawn = bisect(self._sums, self._stream.uniform(0, self._sums[-1]))
        return min(drawn, len(self._sums) - 2)

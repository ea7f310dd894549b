"""Draw at random in a way that no Python, NumPy or machine changes.

What is generated is named by its place for ever, so its draws may rest only on what is promised to
stay: the SHA-256 of the name, and ``random.Random(int).random()``, whose stream the standard
library keeps from release to release. NumPy gives no such promise for its distributions.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def digest(*parts: object) -> int:
    """Return the first 8 bytes of the SHA-256 of the parts' texts, as an integer."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Draws:
    """A stream of draws that its key alone decides.

    Example:
        >>> Draws("a", 1).below(1000) == Draws("a", 1).below(1000)
        True
    """

    def __init__(self, *key: object) -> None:
        self._random = random.Random(digest(*key)).random

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n - 1."""
        return int(self._random() * n)

    def between(self, low: int, high: int) -> int:
        """Draw an integer from low to high, both included."""
        return low + self.below(high - low + 1)

    def percent(self, chance: int) -> bool:
        """Say yes with a chance of so many in a hundred."""
        return self.below(100) < chance

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items, each as likely as the others."""
        return items[self.below(len(items))]

    def weighted(self, weights: Mapping[T, int]) -> T:
        """Draw a key in proportion to its weight, a non-negative integer; the sum is positive."""
        left = self.below(sum(weights.values()))
        for item, weight in weights.items():
            left -= weight
            if left < 0:
                return item
        raise AssertionError("unreachable: the weights sum up to more than any draw")

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Draw ``count`` different items, or all where there are fewer, in the order drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in an order drawn uniformly (Fisher and Yates)."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            at = self.below(last + 1)
            out[at], out[last] = out[last], out[at]
        return out

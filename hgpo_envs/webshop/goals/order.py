"""The original's order of goals, and its ways to take only some of them."""

import random
from array import array
from bisect import bisect
from collections.abc import Iterable
from itertools import accumulate

ORDER_SEED = 233
"""What the original seeds its one stream with before it shuffles the goals."""


def shuffled_places(count: int) -> tuple["array[int]", random.Random]:
    """Return which goal comes at each place of the official order, and the stream after that.

    Args:
        count: how many goals there are.
    """
    stream = random.Random(ORDER_SEED)
    places = array("Q", range(count))
    stream.shuffle(places)
    return places, stream


def limited_places(weights: Iterable[float], limit: int, stream: random.Random) -> list[int]:
    """Draw which goals remain where the original is told to keep only some (``limit_goals``).

    Args:
        weights: of the goals, in their order; at least two.
        limit: how many remain; all of them, in order, where there are no more.
        stream: as ``shuffled_places`` leaves it.

    Returns:
        The places that remain, in the order in which they were drawn. Place 0 is among them only
        where all remain: the original never draws it.

    Raises:
        ValueError: as many goals as that can never be drawn.
    """
    sums = [0.0, *accumulate(weights)]
    count = len(sums) - 1
    if limit >= count:
        return list(range(count))
    drawn: dict[int, None] = {}
    if limit < 0 or (limit and count < 2):
        raise ValueError(f"limit is {limit}; expected from 0 to {count - 1} of {count} goals.")
    while len(drawn) < limit:
        place = bisect(sums, stream.uniform(0, sums[-1]))
        drawn[min(place, count - 1)] = None
    return list(drawn)

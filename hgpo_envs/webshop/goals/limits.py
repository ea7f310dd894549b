"""Draw prices and price limits, from the stream and in the order of the original.

The original draws the price of every product that has a range of prices, then, goal by goal, the
limit that the instruction names, all from one stream of Python's ``random``.
"""

import random
from bisect import bisect_right
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_LIMIT: Final = 1_000_000
"""Dollars that stand for no limit."""

_LIMITS = tuple(10.0 * step for step in range(1, 100))
"""Dollars: the limits that an instruction may name."""

_NEXT = 4
"""How many limits above the price are drawn from."""


class Limit(NamedTuple):
    """What a product may cost.

    Attributes:
        dollars: at most this.
        clause: what the instruction says of it, or empty.
    """

    dollars: float
    clause: str


def draw_prices(ranges: NDArray[np.float64], stream: random.Random) -> NDArray[np.float64]:
    """Draw the price of each product that has a range of prices.

    Args:
        ranges: [R, 2] the ends of the ranges in dollars, in the order of the catalogue.
        stream: is drawn from once a product.

    Returns:
        [R] prices in dollars, uniform between the ends.

    Raises:
        ValueError: the array is of another shape.
    """
    if ranges.ndim != 2 or ranges.shape[1] != 2:
        raise ValueError(f"ranges has shape {ranges.shape}; expected two ends for each product.")
    draw = stream.random
    parts = np.array([draw() for _ in range(len(ranges))], dtype=np.float64)
    low, high = ranges[:, 0], ranges[:, 1]
    prices: NDArray[np.float64] = low + (high - low) * parts
    return prices


def draw_limit(price: float, stream: random.Random) -> Limit:
    """Draw what may be paid: the larger of two of the next four multiples of ten above a price.

    From 980 dollars on there is no limit, and nothing is drawn.

    Example:
        >>> draw_limit(218.67, random.Random(7))
        Limit(dollars=240.0, clause=', and price lower than 240.00 dollars')
    """
    first = bisect_right(_LIMITS, price)
    above = _LIMITS[first : first + _NEXT]
    return limit_of(max(stream.sample(above, 2)) if len(above) > 1 else NO_LIMIT)


def limit_of(dollars: float) -> Limit:
    """Return a limit with its clause."""
    named = dollars != NO_LIMIT
    return Limit(dollars, f", and price lower than {dollars:.2f} dollars" if named else "")

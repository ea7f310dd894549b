"""A seed's success as a curve over an amount spent: its heights, its area, when it is high enough.

Between two measurements a curve is a straight line; before the first and after the last it is
level. Symbols: N measurements of a seed, G points of a grid.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from leaderboards.statistics import ScoresError

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """When seeds reached a target.

    Attributes:
        target: the success aimed at.
        median: the median amount over all seeds, where one that never reached the target counts as
            later than any that did; None if the median falls on such a seed.
        reached: how many seeds reached it.
        seeds: how many there are.
    """

    target: float
    median: float | None
    reached: int
    seeds: int


def heights(amounts: ArrayLike, success: ArrayLike, grid: ArrayLike) -> Numbers:
    """Read a curve at the points of a grid.

    Args:
        amounts: spent at each measurement, never falling, [N].
        success: measured there, [N].
        grid: amounts to read at, [G].

    Returns:
        Heights, [G].

    Raises:
        ScoresError: no measurement, lists of two lengths, or amounts that fall.

    Example:
        >>> heights([10, 20], [0.25, 0.75], [0, 15, 40]).tolist()
        [0.25, 0.5, 0.75]
    """
    xs, ys = _checked(amounts, success)
    return np.interp(np.asarray(grid, dtype=np.float64), xs, ys)


def area(amounts: ArrayLike, success: ArrayLike, limit: float) -> float:
    """Give the mean height of a curve from nothing spent to a limit: its area over the limit.

    Args:
        amounts: as for `heights`, [N].
        success: likewise, [N].
        limit: where the area ends, above 0; later measurements only shape the last piece.

    Raises:
        ScoresError: as for `heights`, or a limit that is not above 0.

    Example:
        >>> area([10, 20], [0.2, 0.6], 20)  # (10 × 0.2 + 10 × 0.4) / 20
        0.3
    """
    xs, ys = _checked(amounts, success)
    if not limit > 0:
        raise ScoresError(f"an area needs a limit above 0; it is {limit}.")
    corners = np.concatenate([[0.0], xs[(xs > 0) & (xs < limit)], [limit]])
    tops = np.interp(corners, xs, ys)
    return float(np.trapezoid(tops, corners) / limit)


def first_reaching(amounts: ArrayLike, success: ArrayLike, target: float) -> float | None:
    """Give the amount spent at the first measurement of at least the target, or None.

    Nothing is read between measurements: what was not measured was not reached.

    Args:
        amounts: as for `heights`, [N].
        success: likewise, [N].
        target: the success aimed at.

    Raises:
        ScoresError: as for `heights`.
    """
    xs, ys = _checked(amounts, success)
    high_enough = np.flatnonzero(ys >= target)
    return float(xs[high_enough[0]]) if len(high_enough) else None


def reached(times: Sequence[float | None], target: float) -> Reached:
    """Put seeds together: none is left out because it never reached the target.

    Args:
        times: of each seed what `first_reaching` gave.
        target: the success aimed at.

    Raises:
        ScoresError: no seed.

    Example:
        >>> reached([30.0, None, 10.0], 0.5).median
        30.0
        >>> reached([None, None, 10.0], 0.5).median is None
        True
    """
    if not times:
        raise ScoresError("a time to a target needs at least one seed; there is none.")
    known = [time for time in times if time is not None]
    ordered = sorted(known) + [math.inf] * (len(times) - len(known))
    middle = float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return Reached(
        target=target,
        median=middle if math.isfinite(middle) else None,
        reached=len(known),
        seeds=len(times),
    )


def _checked(amounts: ArrayLike, success: ArrayLike) -> tuple[Numbers, Numbers]:
    xs, ys = np.asarray(amounts, dtype=np.float64), np.asarray(success, dtype=np.float64)
    if xs.ndim != 1 or xs.shape != ys.shape or not len(xs):
        raise ScoresError(
            "a curve needs amounts and success as two lists of one length, at least 1; "
            f"their shapes are {xs.shape} and {ys.shape}."
        )
    if (np.diff(xs) < 0).any():
        raise ScoresError("amounts spent never fall; these do. Give them in the order of training.")
    return xs, ys

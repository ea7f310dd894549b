"""Give rows that belong together one integer id, and take sums over such ids.

Ids are dense: they run from 0 to the number of different ones less 1. Two rows get the same id if
and only if what they were made from is equal; nothing is hashed down to a fixed width, so no two
different keys can meet in one id. No Python loop runs over rows or groups.

Symbols: N rows, G ids.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import AlgorithmInputError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Ids = Sequence[Hashable] | NDArray[np.generic]

NO_ID = -1
"""The id of a row that belongs to no group."""

SPARSE = 16
"""From how many times as many possible values as rows on values are sorted to be numbered."""


def factorise(values: Ids, *, name: str) -> Ints:
    """Number the different values.

    Args:
        values: ints, strings or other hashables [N].
        name: what the values are called in an error.

    Returns:
        Dense ids [N]; equal values have equal ids.

    Raises:
        AlgorithmInputError: if there is more than one dimension, or a value is a float, None or
            not hashable.

    Example:
        >>> factorise(["hall", "desk", "hall"], name="anchor")
        array([0, 1, 0])
    """
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise AlgorithmInputError(
                f"{name} has shape {values.shape}; expected one id a row, shape [rows]."
            )
        if values.dtype.kind in "iub":
            return factorise_ints(values.astype(np.int64))
        return _factorise_objects(values.tolist(), name=name)
    return _factorise_objects(values, name=name)


def factorise_ints(values: NDArray[np.int64]) -> Ints:
    """Number the different integers of an array [N] by their order; returns dense ids [N]."""
    if values.size == 0:
        return values
    low, high = int(values.min()), int(values.max())
    if high - low > SPARSE * values.size:
        return np.unique(values, return_inverse=True)[1].astype(np.int64)
    # The range is small: marking what occurs is cheaper than sorting.
    offset = values - low
    occurs = np.zeros(high - low + 1, dtype=np.bool_)
    occurs[offset] = True
    different = np.flatnonzero(occurs)
    number = np.empty(occurs.size, dtype=np.int64)
    number[different] = np.arange(different.size)
    return number[offset]


def factorise_pairs(first: Ints, second: Ints) -> Ints:
    """Number the different pairs of two arrays of dense ids.

    Args:
        first: dense ids [N].
        second: dense ids [N].

    Returns:
        Dense ids [N]. Exact: a pair is one integer below N², so rows up to 3·10⁹ fit 64 bits.
    """
    if first.size == 0:
        return first
    return factorise_ints(first * (int(second.max()) + 1) + second)


def first_rows(by: Ints) -> Ints:
    """Find the first row of each id [N] -> [G]; every id must be 0 or more."""
    first = np.zeros(int(by.max(initial=-1)) + 1, dtype=np.int64)
    first[by[::-1]] = np.arange(by.size - 1, -1, -1)  # where an id occurs again, the last one stays
    return first


def segment_count(by: Ints) -> Ints:
    """Count the rows of each id [N] -> [G]; every id must be 0 or more."""
    return np.bincount(by).astype(np.int64)


def segment_sum(x: Floats, by: Ints) -> Floats:
    """Sum the rows of each id: x [N], by [N] -> [G]; every id must be 0 or more."""
    if x.shape != by.shape:
        raise AlgorithmInputError(f"x has shape {x.shape}, its ids {by.shape}; they must be equal.")
    # bincount of no rows counts in integers, whatever the weights.
    return np.bincount(by, weights=x).astype(np.float64)


def segment_mean(x: Floats, by: Ints) -> Floats:
    """Average the rows of each id: x [N], by [N] -> [G]; an id without rows has mean 0."""
    return segment_sum(x, by) / np.maximum(segment_count(by), 1)


def _factorise_objects(values: Sequence[Hashable], *, name: str) -> Ints:
    kinds = set(map(type, values))
    if kinds <= {int, bool} and _fits_int64(values):
        return factorise_ints(np.array(values, dtype=np.int64))
    for kind in kinds:
        if kind is type(None) or issubclass(kind, float | np.floating):
            row = next(row for row, value in enumerate(values) if type(value) is kind)
            raise AlgorithmInputError(
                f"{name} holds {values[row]!r} at row {row}; expected ints, strings or other "
                "hashable ids. Give every row an id."
            )
    known: defaultdict[Hashable, int] = defaultdict()
    known.default_factory = known.__len__
    try:
        return np.fromiter(map(known.__getitem__, values), dtype=np.int64, count=len(values))
    except TypeError as error:
        raise AlgorithmInputError(
            f"{name} holds an id that can't be hashed ({error}); expected ints, strings or tuples."
        ) from error


def _fits_int64(values: Sequence[Hashable]) -> bool:
    limits = np.iinfo(np.int64)
    return all(limits.min <= value <= limits.max for value in values if isinstance(value, int))

"""Turn what a caller gives as a column of a batch into an array, or say what is wrong with it."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from algorithms.errors import AlgorithmInputError
from algorithms.grouping import Floats, Ints

Bools = NDArray[np.bool_]


def as_floats(name: str, column: ArrayLike) -> Floats:
    """Copy a column of finite numbers into float64 [N]."""
    given = _as_column(name, column)
    if given.size and given.dtype.kind not in "iufb":
        raise AlgorithmInputError(f"{name} has dtype {given.dtype}; expected numbers.")
    floats = given.astype(np.float64)
    if not np.isfinite(floats).all():
        row = int(np.flatnonzero(~np.isfinite(floats))[0])
        raise AlgorithmInputError(
            f"{name} is {floats[row]} at row {row}; expected finite numbers. Find where it came "
            "from: an estimate would spread it over the whole group."
        )
    return floats


def as_steps(name: str, column: ArrayLike) -> Ints:
    """Copy a column of whole numbers of 0 or more into int64 [N]."""
    given = _as_column(name, column)
    if given.size and given.dtype.kind not in "iu":
        raise AlgorithmInputError(f"{name} has dtype {given.dtype}; expected integers.")
    steps = given.astype(np.int64)
    if steps.size and steps.min() < 0:
        row = int(np.argmin(steps))
        raise AlgorithmInputError(f"{name} is {steps[row]} at row {row}; expected 0 or more.")
    return steps


def as_bools(name: str, column: ArrayLike) -> Bools:
    """Copy a column of truth values into bool [N]."""
    given = _as_column(name, column)
    if given.size and given.dtype.kind != "b":
        raise AlgorithmInputError(f"{name} has dtype {given.dtype}; expected booleans.")
    return given.astype(np.bool_)


def require_same_length(columns: Mapping[str, NDArray[np.generic] | None]) -> None:
    """Raise an error unless all the columns that were given have the first one's length."""
    lengths = {name: column.size for name, column in columns.items() if column is not None}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise AlgorithmInputError(
            f"the columns differ in length: {told}. Give each one value a row."
        )


def _as_column(name: str, column: ArrayLike) -> NDArray[np.generic]:
    try:
        given = np.asarray(column)
    except ValueError as error:
        raise AlgorithmInputError(
            f"{name} is ragged ({error}); expected one value a row."
        ) from error
    if given.ndim != 1:
        raise AlgorithmInputError(
            f"{name} has shape {given.shape}; expected one value a row, shape [rows]."
        )
    return given

"""Ask an algorithm for its numbers, and refuse what is not one finite number a row.

A shape that NumPy would broadcast, or one NaN, would otherwise spoil the weights in silence.
"""

import numpy as np

from algorithms.batch import StepBatch
from algorithms.contract import Algorithm
from algorithms.errors import AlgorithmContractError
from algorithms.grouping import Floats


def advantages_of(algorithm: Algorithm, batch: StepBatch) -> Floats:
    """Return an algorithm's advantages of a batch, one finite number a row [N].

    Raises:
        AlgorithmContractError: it returned anything else.
        AlgorithmInputError: the batch lacks a column that the algorithm needs.
    """
    return _checked(algorithm.advantages(batch), _name(algorithm, "advantages"), batch)


def value_targets_of(algorithm: Algorithm, batch: StepBatch) -> Floats:
    """Return what an algorithm's critic should have said, one finite number a row [N].

    Raises:
        AlgorithmContractError: it returned anything else.
        AlgorithmInputError: the algorithm has no critic, or the batch lacks a column.
    """
    return _checked(algorithm.value_targets(batch), _name(algorithm, "value_targets"), batch)


def _name(algorithm: Algorithm, method: str) -> str:
    return f"{type(algorithm).__name__}.{method}"


def _checked(found: object, method: str, batch: StepBatch) -> Floats:
    rows = len(batch)
    if not isinstance(found, np.ndarray) or found.dtype.kind not in "iuf":
        kind = f"array of {found.dtype}" if isinstance(found, np.ndarray) else type(found).__name__
        raise AlgorithmContractError(
            f"{method} returned a value of type {kind!r}; expected a NumPy array of one finite "
            f"number a row of the batch, shape [{rows}]."
        )
    if found.shape != (rows,):
        raise AlgorithmContractError(
            f"{method} returned shape {found.shape}; expected one number a row of the batch, shape "
            f"({rows},). What is one number a trajectory becomes one a row by [batch.trajectory]."
        )
    numbers = found.astype(np.float64, copy=False)
    if not np.isfinite(numbers).all():
        row = int(np.flatnonzero(~np.isfinite(numbers))[0])
        raise AlgorithmContractError(
            f"{method} returned {numbers[row]} at row {row}, step {batch.step[row]} of trajectory "
            f"{batch.trajectory[row]} in group {batch.group[row]}; expected finite numbers. Look "
            "for a division by a deviation or a size of 0; algorithms.normalise.normalise gives 0 "
            "there."
        )
    return numbers

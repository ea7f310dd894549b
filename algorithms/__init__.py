"""Turn a batch of steps into a gradient: returns, groups, advantages, losses.

Advantages are NumPy alone; only `algorithms.losses` imports torch. This floor imports no other.

Example:
    >>> import algorithms
    >>> batch = algorithms.StepBatch.from_arrays(
    ...     group=[0, 0], trajectory=[0, 1], step=[0, 0], reward=[1.0, 0.0], anchor=["x", "x"]
    ... )
    >>> algorithms.make("hgpo", history=0, normalise="mean").advantages(batch)
    array([ 0.5, -0.5])
"""

from algorithms.batch import StepBatch
from algorithms.contract import Algorithm
from algorithms.errors import AlgorithmContractError, AlgorithmInputError
from algorithms.registry import ENTRY_POINT_GROUP, algorithm_class, make, names, options

__all__ = [
    "Algorithm",
    "AlgorithmContractError",
    "AlgorithmInputError",
    "ENTRY_POINT_GROUP",
    "StepBatch",
    "algorithm_class",
    "make",
    "names",
    "options",
]

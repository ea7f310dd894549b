"""Rules that advantages should keep, to be run on an algorithm of one's own.

Each rule tries small random batches, the same ones every time, and raises an error that says what
was seen. The first four hold for every algorithm; the others for those whose trajectories are
compared within their task's group alone.

Example:
    >>> import algorithms
    >>> for rule in RULES.values():
    ...     rule(algorithms.make("rloo"))
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from algorithms.batch import StepBatch
from algorithms.contract import Algorithm
from algorithms.credit import advantages_of
from algorithms.errors import AlgorithmContractError
from algorithms.grouping import Floats

Columns = dict[str, NDArray[np.generic]]
"""What `StepBatch.from_arrays` takes, by name."""

Rule = Callable[[Algorithm], None]

BATCHES = 30
GROUPS, MEMBERS, STEPS, STATES = 3, 4, 6, 3
REWARDS = (0.0, 0.0, 0.0, 1.0, -0.1, 10.0)
TOLERANCE = 1e-9
"""Two sums of the same small numbers in another order differ by less."""


def random_columns(rng: np.random.Generator) -> Columns:
    """Draw every column of a small batch, trajectory after trajectory.

    Args:
        rng: the draws.

    Returns:
        The columns by name. Ids are texts, and no two trajectories have the same.

    Example:
        >>> columns = random_columns(np.random.default_rng(0))
        >>> len(StepBatch.from_arrays(**columns)) == len(columns["reward"])
        True
    """
    lengths = rng.integers(1, STEPS + 1, size=GROUPS * MEMBERS)
    trajectory = np.repeat(np.arange(lengths.size), lengths)
    group = trajectory // MEMBERS
    step = np.concatenate([np.arange(length) for length in lengths])
    rows = trajectory.size
    last = step == lengths[trajectory] - 1
    return {
        "group": np.char.add("task ", group.astype(str)),
        "trajectory": np.char.add("episode ", trajectory.astype(str)),
        "step": step,
        "reward": rng.choice(REWARDS, rows),
        "anchor": np.char.add("state ", rng.integers(STATES, size=rows).astype(str)),
        "value": rng.normal(size=rows),
        "truncated": last & (rng.random(rows) < 0.3),
        "bootstrap_value": rng.normal(size=rows),
        "length": rng.integers(1, 9, rows),
        "greedy_return": rng.choice(REWARDS, GROUPS)[group],
        "entropy": rng.random(rows),
    }


def finite(algorithm: Algorithm) -> None:
    """Require one finite number a row: of random batches, of one row, and of none."""
    batches = _batches()
    for columns in batches:
        _advantages(algorithm, columns)
    for rows in (0, 1):
        _advantages(algorithm, _taken(batches[0], np.arange(rows)))


def repeatable(algorithm: Algorithm) -> None:
    """Require that asking again gives the same numbers, and leaves the batch as it was."""
    for columns in _batches():
        batch = StepBatch.from_arrays(**columns)
        first = advantages_of(algorithm, batch).copy()
        again = advantages_of(algorithm, batch)
        if not np.array_equal(first, again) or not np.array_equal(batch.reward, columns["reward"]):
            raise AlgorithmContractError(
                f"{_name(algorithm)} gave other advantages, or other rewards, when it was asked "
                "again about one batch. Draw nothing at random, and change no array of the batch "
                "in its place."
            )


def order(algorithm: Algorithm) -> None:
    """Require that the order of the rows does not matter."""
    rng = np.random.default_rng(1)
    for columns in _batches():
        rows = rng.permutation(len(columns["step"]))
        moved = _advantages(algorithm, _taken(columns, rows))
        _same(
            algorithm,
            _advantages(algorithm, columns)[rows],
            moved,
            "when the rows of a batch were given in another order. Rows may come in any; where "
            "they stand is told by batch.step, batch.previous and batch.following",
        )


def names(algorithm: Algorithm) -> None:
    """Require that ids are names: other ones, in another order, change nothing."""
    for columns in _batches():
        ids = ("group", "trajectory", "anchor")
        renamed = columns | {name: _renamed(columns[name]) for name in ids}
        _same(
            algorithm,
            _advantages(algorithm, columns),
            _advantages(algorithm, renamed),
            "when groups, trajectories and states had other ids. Ask only which are equal, never "
            "which is larger",
        )


def groups_apart(algorithm: Algorithm) -> None:
    """Require that what other tasks' groups earned does not matter."""
    for columns in _batches():
        own = columns["group"] == columns["group"][0]
        more = columns | {"reward": np.where(own, columns["reward"], 3.0)}
        _same(
            algorithm,
            _advantages(algorithm, columns)[own],
            _advantages(algorithm, more)[own],
            "of a group when another group's rewards changed. Compare within batch.group, or leave "
            "this rule out if the whole batch is meant to be compared",
        )


def no_contrast(algorithm: Algorithm) -> None:
    """Require exactly 0, not rounding, where all members of a group do the same."""
    rows = MEMBERS * 3
    alike = _taken(random_columns(np.random.default_rng(0)), np.zeros(rows, dtype=np.int64)) | {
        "trajectory": np.repeat(np.arange(MEMBERS), 3),
        "step": np.tile(np.arange(3), MEMBERS),
        "anchor": np.tile(np.arange(3), MEMBERS),
        "truncated": np.zeros(rows, dtype=np.bool_),
    }
    for reward in (0.0, 0.1, -7.7):
        _zero(
            algorithm,
            alike | {"reward": np.full(rows, reward)},
            f"where every member of a group did the same and earned {reward} a step",
        )


def alone(algorithm: Algorithm) -> None:
    """Require exactly 0 for a trajectory without companions that is in no state twice."""
    for columns in _batches():
        rows = np.flatnonzero(columns["trajectory"] == columns["trajectory"][0])
        taken = _taken(columns, rows) | {"anchor": np.arange(rows.size)}
        _zero(algorithm, taken, "of a trajectory that is alone in its group, in no state twice")


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "finite": finite,
        "repeatable": repeatable,
        "order": order,
        "names": names,
        "groups_apart": groups_apart,
        "no_contrast": no_contrast,
        "alone": alone,
    }
)
"""The rules by name."""


def _batches() -> list[Columns]:
    return [random_columns(np.random.default_rng(seed)) for seed in range(BATCHES)]


def _advantages(algorithm: Algorithm, columns: Columns) -> Floats:
    return advantages_of(algorithm, StepBatch.from_arrays(**columns))


def _taken(columns: Columns, rows: NDArray[np.int64]) -> Columns:
    return {name: column[rows] for name, column in columns.items()}


def _renamed(ids: NDArray[np.generic]) -> NDArray[np.generic]:
    """Give each different id a number, the last one the least."""
    dense: NDArray[np.int64] = np.unique(ids, return_inverse=True)[1]
    return np.subtract(10**9, 1000 * dense)


def _same(algorithm: Algorithm, first: Floats, second: Floats, when: str) -> None:
    apart = np.abs(first - second)
    if (apart > TOLERANCE * np.maximum(1.0, np.abs(first))).any():
        row = int(np.argmax(apart))
        raise AlgorithmContractError(
            f"{_name(algorithm)} gave the advantage {second[row]:.6g} in place of {first[row]:.6g} "
            f"{when}."
        )


def _zero(algorithm: Algorithm, columns: Columns, where: str) -> None:
    found = _advantages(algorithm, columns)
    if (found != 0.0).any():
        raise AlgorithmContractError(
            f"{_name(algorithm)} gave the advantage {found[np.argmax(np.abs(found))]:.6g} {where}; "
            "expected exactly 0. Subtract means by algorithms.normalise.normalise, which knows "
            "what is rounding, or leave this rule out if more than the group is compared."
        )


def _name(algorithm: Algorithm) -> str:
    return f"{type(algorithm).__name__}.advantages"

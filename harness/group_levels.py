"""How large the groups are that a hierarchy of contexts makes, and how many of them teach."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms import StepBatch
from algorithms.grouping import NO_ID, Floats, Ints, segment_count
from algorithms.normalise import normalise
from algorithms.returns import discounted_return

GROUP_DISCOUNT = 0.95
"""Discount of the returns that groups are compared by, the zoo's default."""
#: First size of each bin of a histogram; the last bin has no end.
BINS = (1, 2, 3, 5, 9, 17, 33)
BIN_NAMES = ("1", "2", "3-4", "5-8", "9-16", "17-32", "33+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The groups of one level k: steps of a task with equal states, k states before included.

    Attributes:
        history: k.
        sizes: share of all steps in groups of each bin of sizes, in the order of `BIN_NAMES`.
        none: share of all steps with fewer than k steps before them, which have no group.
        contrast: share of all steps whose return to go differs from their group's mean.
        mean_size: mean group size that a step meets; 0 where no step has a group.
    """

    history: int
    sizes: tuple[float, ...]
    none: float
    contrast: float
    mean_size: float


def levels_of(batches: Sequence[StepBatch], history: int, *, discount: float) -> tuple[Level, ...]:
    """Describe the levels 0 to ``history`` over batches.

    Args:
        batches: at least one, each with anchors.
        history: the greatest k, 0 or more.
        discount: of the returns that are compared.
    """
    returns = [discounted_return(batch, discount) for batch in batches]
    return tuple(_level(batches, returns, k) for k in range(history + 1))


def _level(batches: Sequence[StepBatch], returns: Sequence[Floats], history: int) -> Level:
    sizes = [sizes_of_steps(batch.level(history)) for batch in batches]
    teaching = [
        normalise(to_go, batch.level(history), how="mean", ddof=0, epsilon=0) != 0.0
        for batch, to_go in zip(batches, returns, strict=True)
    ]
    size = np.concatenate(sizes)
    grouped = size[size > 0]
    counts = np.bincount(np.digitize(grouped, BINS) - 1, minlength=len(BINS))
    return Level(
        history=history,
        sizes=tuple((counts / size.size).tolist()),
        none=float((size == 0).mean()),
        contrast=float(np.concatenate(teaching).mean()),
        mean_size=float(grouped.mean()) if grouped.size else 0.0,
    )


def group_metrics(batch: StepBatch, history: int, *, discount: float) -> dict[str, float]:
    """Return what a training logs of its groups, by name: ``groups_K_size_BIN`` and others.

    Args:
        batch: of one training step, with anchors.
        history: greatest history that the algorithm looks at.
        discount: of the returns that are compared.
    """
    metrics: dict[str, float] = {}
    for k, level in enumerate(levels_of([batch], history, discount=discount)):
        sizes = zip(BIN_NAMES, level.sizes, strict=True)
        metrics |= {f"groups_{k}_size_{name}": share for name, share in sizes}
        metrics[f"groups_{k}_none"] = level.none
        metrics[f"groups_{k}_contrast"] = level.contrast
        metrics[f"groups_{k}_mean_size"] = level.mean_size
    return metrics


def sizes_of_steps(level: Ints) -> Ints:
    """Return the size of each step's group, 0 where it has none, shape [N]."""
    grouped = level != NO_ID
    size = np.zeros(level.size, np.int64)
    size[grouped] = segment_count(level[grouped])[level[grouped]]
    return size

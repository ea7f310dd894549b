"""What the harness tells those who watch it; the events are plain values that pickle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Amounts = Mapping[str, int | float]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPlanned:
    """The work that is about to start.

    Attributes:
        cells: all cells, by name (``hgpo/seed-0``), in the order of the table.
        kept: those of them that an earlier call finished; they are not run again.
    """

    cells: Sequence[str]
    kept: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStarted:
    """A cell began, or goes on from a checkpoint.

    Attributes:
        cell: its name.
        caps: unit -> cap.
        spent: unit -> amount spent before; empty for a cell that starts afresh.
    """

    cell: str
    caps: Amounts
    spent: Amounts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchDone:
    """A batch was played and learnt from.

    Attributes:
        cell: the cell's name.
        batch: the batch's number, from 1.
        success: the part of its episodes that were won, in [0, 1].
        spent: unit -> amount spent so far; it has every capped unit.
    """

    cell: str
    batch: int
    success: float
    spent: Amounts


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationProgress:
    """An evaluation got on.

    Attributes:
        cell: whose policy is evaluated.
        done: episodes played.
        total: episodes to play.
        won: how many of those played were won.
    """

    cell: str
    done: int
    total: int
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """An evaluation is over.

    Attributes:
        cell: whose policy was evaluated.
        what: which of its policies or moments: ``start``, ``batch 10``, ``final``.
        success: the part of the episodes that were won, in [0, 1].
        episodes: how many were played.
    """

    cell: str
    what: str
    success: float
    episodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellDone:
    """A cell is finished and its results are on disk.

    Attributes:
        cell: its name.
        success: of the final policy on the evaluation panel, in [0, 1]; None if not evaluated.
        spent: unit -> amount spent in all.
    """

    cell: str
    success: float | None
    spent: Amounts


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A sentence for the user, such as that a worker was lost and its cell started again."""

    text: str


Event = WorkPlanned | CellStarted | BatchDone | EvaluationProgress | Evaluated | CellDone | Note


class Observer(Protocol):
    """Who watches. An observer never changes what is done, and no record depends on it."""

    def notify(self, event: Event) -> None:
        """Take note of an event."""
        ...


class SilentObserver:
    """Watch and say nothing."""

    def notify(self, event: Event) -> None:
        """Drop the event."""


def part_spent(caps: Amounts, spent: Amounts) -> float:
    """Return how much of the tightest cap is spent, in [0, 1].

    Example:
        >>> part_spent({"env_steps": 200, "flops": 10}, {"env_steps": 50, "flops": 5})
        0.5
    """
    return max((spent.get(unit, 0) / cap for unit, cap in caps.items()), default=0.0)

"""Charge work to a budget before it is done, in a file that shows any later change.

A `Ledger` reserves the worst case of a piece of work, then commits what the work took or releases
it. Every call takes a lock on the file, reads what other processes have appended, decides, and
appends one line; so no interleaving of threads and processes passes a cap. A line depends on
nothing but the calls (no clock, no host, no process id): equal runs write equal bytes.
"""

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from harness.budget import Budget
from harness.ledger_journal import Journal, LedgerMark
from harness.ledger_rules import (
    BudgetExceeded,
    LedgerError,
    check_commit,
    check_purpose,
    check_room,
    in_order,
    recordable,
    refused,
)
from leaderboards.ledger_record import Amount, LedgerRecord
from leaderboards.ledger_state import LedgerState

if TYPE_CHECKING:
    from harness.metering import Metering

__all__ = ["BudgetExceeded", "Ledger", "LedgerError", "LedgerMark", "Reservation"]

EVALUATION_APART = ("evaluation",)
INTERIM_EVALUATION = "interim_evaluation"


def purposes_apart(eval_every: int) -> tuple[str, ...]:
    """Name what a training counts against no cap, given its batches between interim evaluations."""
    return (*EVALUATION_APART, INTERIM_EVALUATION) if eval_every else EVALUATION_APART


class Ledger:
    """A budget and what was charged to it so far.

    Attributes:
        metering: gauges of devices and prices that work on this ledger is charged by as well;
            they change nothing of the file's rules.
    """

    def __init__(self, journal: Journal) -> None:
        """Wrap a journal; use `Ledger.create` or `Ledger.open`."""
        self._journal = journal
        self.metering: Metering | None = None

    @classmethod
    def create(
        cls,
        path: str | PathLike[str],
        budget: Budget,
        *,
        apart: Iterable[str] = EVALUATION_APART,
        sync: bool = False,
    ) -> Self:
        """Start a ledger in a new file.

        Args:
            path: the file, which must not exist.
            budget: the caps.
            apart: purposes that are counted, but against no cap.
            sync: whether each commit waits until the disk has it (some milliseconds).

        Raises:
            FileExistsError: if the file exists; a ledger is never overwritten.
        """
        names = tuple(sorted({check_purpose(name) for name in apart}))
        journal = Journal(Path(path), sync=sync)
        journal.create(amounts=budget.caps(), apart=names)
        return cls(journal)

    @classmethod
    def open(
        cls, path: str | PathLike[str], *, mark: LedgerMark | None = None, sync: bool = False
    ) -> Self:
        """Continue a ledger, after checking its whole chain.

        A last line that was cut off by an interruption is removed: its call never returned.

        Args:
            path: the file.
            mark: go back to this position; what follows it is neither read nor kept.
            sync: as in `create`.

        Raises:
            LedgerFileError: if the file does not hold, with the number of the line.
            FileNotFoundError: if there is no such file.
        """
        journal = Journal(Path(path), sync=sync)
        journal.reopen(mark)
        return cls(journal)

    @property
    def budget(self) -> Budget:
        """The caps, as they stand in the file."""
        return Budget.from_mapping(self._journal.state.caps)

    @property
    def apart(self) -> tuple[str, ...]:
        """The purposes that count against no cap, as they stand in the file."""
        return self._journal.state.apart

    def reserve(self, purpose: str, **amounts: float) -> "Reservation":
        """Set aside the most that a piece of work can take.

        Args:
            purpose: what it is for (`rollout`, `update`, `reference`, `critic`, ...).
            **amounts: unit -> amount.

        Raises:
            BudgetExceeded: if it does not fit; nothing is written then.
            BudgetError: for an unknown unit or an amount that is no number from 0.
        """
        check_purpose(purpose)
        with self._journal.exclusive() as state:
            checked = recordable(state, amounts)
            check_room(state, purpose, checked)
            record = self._append(state, "reserve", purpose, amounts=checked)
        return Reservation(self, purpose, record.seq)

    def fits(self, purpose: str = "rollout", **amounts: float) -> bool:
        """Say whether `reserve` would accept these amounts now."""
        with self._journal.exclusive() as state:
            checked = recordable(state, amounts)
            return refused(state, purpose, checked) is None

    def spent(self) -> dict[str, Amount]:
        """Give unit -> amount committed, purposes apart left out; capped units always stand."""
        with self._journal.exclusive() as state:
            return in_order({**dict.fromkeys(state.caps, 0), **state.spent})

    def spent_by_purpose(self) -> dict[str, dict[str, Amount]]:
        """Give purpose -> unit -> amount committed, purposes apart included."""
        with self._journal.exclusive() as state:
            return {name: in_order(state.by_purpose[name]) for name in sorted(state.by_purpose)}

    def left(self) -> dict[str, Amount]:
        """Give capped unit -> amount neither spent nor reserved."""
        with self._journal.exclusive() as state:
            return in_order(state.left())

    def release_pending(self) -> int:
        """Release reservations that a dead process left open, and say how many there were.

        Only for the sole user of a ledger: living users lose their reservations as well.
        """
        with self._journal.exclusive() as state:
            held = list(state.pending.items())
            for seq, pending in held:
                self._append(state, "release", pending.purpose, of=seq)
        return len(held)

    def close(self) -> None:
        """End the ledger: nothing can be charged to it afterwards.

        Raises:
            LedgerError: if a reservation is still open.
        """
        with self._journal.exclusive() as state:
            if state.pending:
                lines = ", ".join(str(seq) for seq in state.pending)
                raise LedgerError(
                    f"the ledger has open reservations (seq {lines}). "
                    "Commit or release them before closing it."
                )
            self._append(state, "close", None)

    def mark(self) -> LedgerMark:
        """Give the present position, to be kept in a checkpoint."""
        with self._journal.exclusive():
            return self._journal.mark()

    def sync(self) -> None:
        """Wait until the disk has every line so far."""
        self._journal.sync()

    def rollback(self, mark: LedgerMark) -> None:
        """Go back to a position, dropping all lines after it; for the sole user of a ledger.

        Args:
            mark: what `mark` gave.

        Raises:
            LedgerFileError: if the file up to there is not what it was; it is left as it is.
        """
        self._journal.reopen(mark)

    def settle(self, seq: int, kind: str, amounts: Mapping[str, float] | None) -> None:
        """Append what a `Reservation` asks for: `extend`, `commit` or `release`."""
        with self._journal.exclusive() as state:
            held = state.pending.get(seq)
            if held is None:
                raise LedgerError(
                    f"reservation {seq} is no longer open: it was committed or released. "
                    "Reserve again."
                )
            checked = held.amounts if amounts is None else recordable(state, amounts)
            if kind == "extend":
                check_room(state, held.purpose, checked)
            if kind == "commit":
                check_commit(state, seq, checked)
            wanted = {} if kind == "release" else checked
            self._append(state, kind, held.purpose, of=seq, amounts=wanted)

    def _append(
        self,
        state: LedgerState,
        kind: str,
        purpose: str | None,
        *,
        of: int | None = None,
        amounts: Mapping[str, Amount] | None = None,
    ) -> LedgerRecord:
        if state.closed:
            raise LedgerError("the ledger is closed. Start a new run to spend more.")
        return self._journal.append(kind, purpose=purpose, of=of, amounts=amounts or {})


class Reservation:
    """Units set aside for one piece of work.

    As a context manager it is released by an exception; a block that ends without `commit` or
    `release` is charged in full, so that a forgotten commit never counts too little.
    """

    def __init__(self, ledger: Ledger, purpose: str, seq: int) -> None:
        """Stand for the open reservation of line `seq`."""
        self._ledger = ledger
        self.purpose = purpose
        self.seq = seq
        self._open = True

    def extend(self, **more: float) -> None:
        """Set aside more.

        Raises:
            BudgetExceeded: if it does not fit; the reservation stays as it was.
        """
        self._ledger.settle(self.seq, "extend", more)

    def commit(self, **actual: float) -> None:
        """Charge what the work took, and give back the rest.

        Args:
            **actual: unit -> amount. Each reserved unit must be named, and none that a cap binds
                may be above what is reserved; other units may be added. Nothing named: all that
                is reserved.

        Raises:
            LedgerError: if a unit is missing or above what is reserved.
        """
        self._ledger.settle(self.seq, "commit", actual or None)
        self._open = False

    def release(self) -> None:
        """Give back all of it: nothing was spent."""
        self._ledger.settle(self.seq, "release", None)
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release after an exception; charge in full if the block settled nothing."""
        if self._open:
            self.release() if kind else self.commit()

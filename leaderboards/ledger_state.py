"""What a ledger's lines add up to, and the rules that each next line must keep."""

from collections.abc import Mapping
from dataclasses import dataclass

from leaderboards.ledger_record import GENESIS, Amount, LedgerFileError, LedgerRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A reservation that is neither committed nor released.

    Attributes:
        purpose: what it is for.
        amounts: unit -> amount reserved, extensions included.
    """

    purpose: str
    amounts: Mapping[str, Amount]


class LedgerState:
    """The sums after some first lines of a ledger.

    Attributes:
        caps: unit -> cap.
        apart: purposes that count against no cap.
        pending: `seq` -> the open reservation made by that line.
        by_purpose: purpose -> unit -> amount committed.
        lines: how many lines were applied.
        head: hash of the last of them.
        closed: whether the last of them closed the ledger.
    """

    def __init__(self) -> None:
        self.caps: dict[str, Amount] = {}
        self.apart: tuple[str, ...] = ()
        self.pending: dict[int, Pending] = {}
        self.by_purpose: dict[str, dict[str, Amount]] = {}
        self.spent: dict[str, Amount] = {}
        self.lines = 0
        self.head = GENESIS
        self.closed = False

    def left(self) -> dict[str, Amount]:
        """Give what of each cap is neither spent nor reserved."""
        return {unit: self._left(unit) for unit in self.caps}

    def capped(self, purpose: str | None) -> Mapping[str, Amount]:
        """Give the caps that bind this purpose."""
        return {} if purpose in self.apart else self.caps

    def apply(self, record: LedgerRecord, digest: str) -> None:
        """Take the next line into the sums.

        Args:
            record: the line.
            digest: its hash.

        Raises:
            LedgerFileError: if the line breaks the chain or a rule; the sums are then unchanged.
        """
        self._check_frame(record)
        _RULES[record.kind](self, record)
        self.lines += 1
        self.head = digest

    def _left(self, unit: str) -> Amount:
        reserved = sum(
            held.amounts.get(unit, 0)
            for held in self.pending.values()
            if held.purpose not in self.apart
        )
        return self.caps[unit] - self.spent.get(unit, 0) - reserved

    def _check_frame(self, record: LedgerRecord) -> None:
        if record.previous != self.head:
            raise LedgerFileError("the line does not follow the line before: its chain is broken")
        if record.seq != self.lines:
            raise LedgerFileError(f"seq is {record.seq}, and should be {self.lines}")
        if (record.kind == "open") != (self.lines == 0):
            raise LedgerFileError("the first line, and no other, has the kind 'open'")
        if self.closed:
            raise LedgerFileError("the ledger was closed by the line before")

    def _open(self, record: LedgerRecord) -> None:
        self.caps = dict(record.amounts)
        self.apart = record.apart

    def _reserve(self, record: LedgerRecord) -> None:
        purpose = record.purpose or ""
        self._check_room(purpose, record.amounts)
        self.pending[record.seq] = Pending(purpose=purpose, amounts=dict(record.amounts))

    def _extend(self, record: LedgerRecord) -> None:
        of, held = self._held(record)
        self._check_room(held.purpose, record.amounts)
        amounts = add(held.amounts, record.amounts)
        self.pending[of] = Pending(purpose=held.purpose, amounts=amounts)

    def _commit(self, record: LedgerRecord) -> None:
        of, held = self._held(record)
        for unit in self.capped(held.purpose):
            if record.amounts.get(unit, 0) > held.amounts.get(unit, 0):
                raise LedgerFileError(f"more {unit} committed than line {of + 1} reserved")
        del self.pending[of]
        mine = self.by_purpose.get(held.purpose, {})
        self.by_purpose[held.purpose] = add(mine, record.amounts)
        if held.purpose not in self.apart:
            self.spent = add(self.spent, record.amounts)

    def _release(self, record: LedgerRecord) -> None:
        of, _ = self._held(record)
        del self.pending[of]

    def _close(self, record: LedgerRecord) -> None:
        if self.pending:
            raise LedgerFileError(f"closed with reservations still open: {len(self.pending)}")
        self.closed = True

    def _held(self, record: LedgerRecord) -> tuple[int, Pending]:
        of = -1 if record.of is None else record.of
        held = self.pending.get(of)
        if held is None:
            raise LedgerFileError(f"there is no open reservation {of}")
        if held.purpose != record.purpose:
            raise LedgerFileError(f"reservation {of} is for {held.purpose}, not {record.purpose}")
        return of, held

    def _check_room(self, purpose: str, amounts: Mapping[str, Amount]) -> None:
        for unit in self.capped(purpose):
            if amounts.get(unit, 0) > self._left(unit):
                raise LedgerFileError(f"the line passes the cap on {unit}")


_RULES = {
    "open": LedgerState._open,
    "reserve": LedgerState._reserve,
    "extend": LedgerState._extend,
    "commit": LedgerState._commit,
    "release": LedgerState._release,
    "close": LedgerState._close,
}


def add(left: Mapping[str, Amount], right: Mapping[str, Amount]) -> dict[str, Amount]:
    """Add two tables of amounts, unit by unit."""
    total = dict(left)
    for unit, amount in right.items():
        total[unit] = total.get(unit, 0) + amount
    return total

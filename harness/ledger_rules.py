"""When a ledger refuses a call, and with which words."""

from collections.abc import Mapping
from typing import NamedTuple

from harness.budget import UNITS, check_amounts
from leaderboards.ledger_record import Amount, LedgerFileError, check_name
from leaderboards.ledger_state import LedgerState


class LedgerError(ValueError):
    """A call that a ledger can't answer."""


class BudgetExceeded(LedgerError):  # noqa: N818  # it is an answer as much as an error
    """A charge that no longer fits; nothing was spent.

    Attributes:
        unit: the unit whose cap refuses it.
        asked: the amount asked for.
        left: the amount left.
    """

    def __init__(self, purpose: str, refusal: "Refusal") -> None:
        """Say which unit was asked for how much, and what is left of its cap."""
        super().__init__(
            f"the budget refuses {refusal.asked} {refusal.unit} for {purpose}: "
            f"{refusal.left} of {refusal.cap} are left. Nothing was charged."
        )
        self.unit = refusal.unit
        self.asked = refusal.asked
        self.left = refusal.left


class Refusal(NamedTuple):
    """The first cap that amounts would pass."""

    unit: str
    asked: Amount
    left: Amount
    cap: Amount


def check_purpose(purpose: str) -> str:
    """Return a purpose whose name can stand in a ledger.

    Raises:
        LedgerError: if it can't.
    """
    try:
        return check_name("the purpose", purpose)
    except LedgerFileError as error:
        raise LedgerError(f"{error}.") from error


def recordable(state: LedgerState, amounts: Mapping[str, object]) -> dict[str, Amount]:
    """Check amounts, and leave out what the clock says unless there is a cap on it.

    Raises:
        BudgetError: for an unknown unit or an amount that is no number from 0.
    """
    checked = check_amounts(amounts)
    return {
        unit: amount
        for unit, amount in checked.items()
        if unit in state.caps or not UNITS[unit].clocked
    }


def refused(state: LedgerState, purpose: str, amounts: Mapping[str, Amount]) -> Refusal | None:
    """Find the first cap, in the order of `UNITS`, that these amounts would pass."""
    caps, left = state.capped(purpose), state.left()
    for unit in UNITS:
        asked = amounts.get(unit, 0)
        if unit in caps and asked > left[unit]:
            return Refusal(unit, asked, left[unit], caps[unit])
    return None


def check_room(state: LedgerState, purpose: str, amounts: Mapping[str, Amount]) -> None:
    """Refuse amounts that would pass a cap.

    Raises:
        BudgetExceeded: if they would.
    """
    refusal = refused(state, purpose, amounts)
    if refusal is not None:
        raise BudgetExceeded(purpose, refusal)


def check_commit(state: LedgerState, seq: int, amounts: Mapping[str, Amount]) -> None:
    """Refuse a commit that leaves out a reserved unit or goes above what is reserved.

    Raises:
        LedgerError: if it does.
    """
    held = state.pending[seq]
    missing = [unit for unit in held.amounts if unit not in amounts]
    if missing:
        raise LedgerError(
            f"the commit of reservation {seq} ({held.purpose}) leaves out {', '.join(missing)}. "
            "Name every reserved unit (0 if none was used), or none to charge all."
        )
    for unit in state.capped(held.purpose):
        actual, reserved = amounts.get(unit, 0), held.amounts.get(unit, 0)
        if actual > reserved:
            raise LedgerError(
                f"the commit of reservation {seq} ({held.purpose}) charges {actual} {unit}, "
                f"and {reserved} are reserved. Call extend before the work goes on."
            )


def in_order(amounts: Mapping[str, Amount]) -> dict[str, Amount]:
    """Give amounts in the order of `UNITS`; units unknown here come last, by name."""
    known = [unit for unit in UNITS if unit in amounts]
    rest = sorted(unit for unit in amounts if unit not in UNITS)
    return {unit: amounts[unit] for unit in (*known, *rest)}

"""Meters over ledger reservations: work is set aside as a whole and spent piece by piece."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from harness.ledger import Ledger, Reservation
from harness.metering import Metering
from harness.metering.prices import Bill

Amounts = Mapping[str, int]
Plan = Mapping[str, Amounts]
"""Purpose → unit → the most that a piece of work can take."""


class Spender(Protocol):
    """Whatever work can be charged to."""

    def spend(self, **amounts: int) -> None:
        """Use some; called before the work is done."""
        ...


class Counter:
    """Counts and refuses nothing: for work that no budget is asked about."""

    def __init__(self) -> None:
        self.used: dict[str, int] = {}

    def spend(self, **amounts: int) -> None:
        """Count."""
        for unit, amount in amounts.items():
            self.used[unit] = self.used.get(unit, 0) + amount


class Meter:
    """One purpose's reservation and what of it was used so far."""

    def __init__(self, reservation: Reservation, reserved: Amounts, metering: Metering) -> None:
        self._reservation = reservation
        self._reserved = dict(reserved)
        self._metering = metering
        self._bill = Bill(metering.prices) if metering.prices.per_unit else None
        self.used: dict[str, int] = dict.fromkeys(reserved, 0)

    def spend(self, **amounts: int) -> None:
        """Use some; called before the work is done.

        What doesn't fit into the reservation is set aside in addition first.

        Raises:
            BudgetExceeded: the addition was refused, or a device has no time left for more;
                nothing was used.
        """
        self._metering.tick(self._reservation.purpose)
        if self._bill is not None:
            amounts["money"] = self._bill.add(amounts)
        missing = {}
        for unit, amount in amounts.items():
            short = self.used.get(unit, 0) + amount - self._reserved.get(unit, 0)
            if short > 0:
                missing[unit] = short
        if missing:
            self._reservation.extend(**missing)
            for unit, amount in missing.items():
                self._reserved[unit] = self._reserved.get(unit, 0) + amount
        for unit, amount in amounts.items():
            self.used[unit] = self.used.get(unit, 0) + amount

    def settle(self) -> None:
        """Commit what was used and give the rest back."""
        if any(self.used.values()):
            self._reservation.commit(**self.used)
        else:
            self._reservation.release()


class Charges:
    """The meters of one piece of work, by purpose."""

    def __init__(self, meters: Mapping[str, Spender]) -> None:
        self._meters = meters

    def __getitem__(self, purpose: str) -> Spender:
        return self._meters[purpose]


@contextmanager
def charged(ledger: Ledger, plan: Plan) -> Iterator[Charges]:
    """Set a whole plan aside, and settle it at the end, whatever the end is.

    What the ledger's metering adds, time of devices and the price of everything, is charged too.

    Args:
        ledger: the run's.
        plan: the worst case by purpose.

    Yields:
        One meter a purpose of the plan.

    Raises:
        BudgetExceeded: the plan as a whole doesn't fit; nothing is set aside then.
    """
    metering = ledger.metering or Metering()
    held: dict[str, Meter] = {}
    with metering.at_work(ledger, list(plan)):
        try:
            for purpose, amounts in metering.priced(plan).items():
                reservation = ledger.reserve(purpose, **amounts)
                held[purpose] = Meter(reservation, amounts, metering)
            yield Charges(held)
        finally:
            for meter in held.values():
                meter.settle()


def totals(plan: Mapping[str, Mapping[str, int]]) -> dict[str, float]:
    """Return unit → amount over all purposes of a plan."""
    out: dict[str, float] = {}
    for amounts in plan.values():
        for unit, amount in amounts.items():
            out[unit] = out.get(unit, 0) + amount
    return out

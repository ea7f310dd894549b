"""Charge what only a device can tell, while other work is charged: seconds, joules, their price.

A clock can't be asked beforehand. So amounts are set aside in pieces ahead of the reading, a piece
for which there is no room stops the work, and so does a step that is expected to take longer than
what is left: the longest between two readings so far. Only a step longer than any before it can
end beyond the cap; then the cap is charged in full, and the rest is told as `overrun`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil

from harness.ledger import BudgetExceeded, Ledger, Reservation
from harness.ledger_rules import Refusal
from harness.metering.gauges import Gauge
from harness.metering.prices import MICRO, Bill, Prices

FREE = Prices(per_unit={})
PIECE = 5.0
"""What is set aside at once of a unit that a gauge reads: seconds, or joules."""
MARGIN = 1.25
"""Work of a kind is begun only where so many times its longest so far is left."""


class Metering:
    """Gauges and prices of one run; `harness.charging.charged` asks it at every charge.

    Attributes:
        prices: what units cost.
        overrun: unit -> amount that was used beyond a cap, before a reading could tell.
    """

    def __init__(self, gauges: Sequence[Gauge] = (), prices: Prices = FREE) -> None:
        self.prices = prices
        self.overrun: dict[str, float] = {}
        self._gauges = tuple(gauges)
        self._longest: dict[frozenset[str], dict[str, float]] = {}
        self._work: _Work | None = None

    def priced(self, plan: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
        """Return a plan with the money that it can take at most, by purpose."""
        if not self.prices.per_unit:
            return {purpose: dict(amounts) for purpose, amounts in plan.items()}
        return {
            purpose: {**amounts, "money": ceil(self.prices.cost(amounts) * MICRO)}
            for purpose, amounts in plan.items()
        }

    def tick(self, purpose: str) -> None:
        """Read the gauges before work of a purpose; what went by is charged to the last one.

        Raises:
            BudgetExceeded: too little is left for another step.
        """
        if self._work is not None:
            self._work.tick(purpose)

    @contextmanager
    def at_work(self, ledger: Ledger, purposes: Sequence[str]) -> Iterator[None]:
        """Charge what the gauges read while the block runs; within another block do nothing.

        Args:
            ledger: what is charged.
            purposes: what the block may work for; the first is what it begins with.

        Raises:
            BudgetExceeded: work of this kind took longer than what is left; nothing is charged.
        """
        if self._work is not None or not self._gauges:
            yield
            return
        kind = frozenset(purposes)
        longest = self._longest.setdefault(kind, {})
        self._work = _Work(ledger, self._gauges, self.prices, purposes[0])
        try:
            self._work.begin({unit: MARGIN * most for unit, most in longest.items()})
            yield
        finally:
            work, self._work = self._work, None
            for unit, (used, over) in work.settle().items():
                longest[unit] = max(longest.get(unit, 0.0), used)
                if over:
                    self.overrun[unit] = self.overrun.get(unit, 0.0) + over


class _Work:
    """One block of work: for each purpose and gauge a reservation, and what of it is used."""

    def __init__(
        self, ledger: Ledger, gauges: Sequence[Gauge], prices: Prices, purpose: str
    ) -> None:
        self._ledger = ledger
        self._gauges = gauges
        self._prices = prices
        self._purpose = purpose
        self._held: dict[str, _Held] = {}
        self._last = [gauge.read() for gauge in gauges]
        self._longest = [0.0 for _ in gauges]
        self._used = [0.0 for _ in gauges]

    def begin(self, expected: Mapping[str, float]) -> None:
        self._check_room(self._purpose, expected)
        self._hold(self._purpose)

    def tick(self, purpose: str) -> None:
        self._read()
        self._purpose = purpose
        held = self._hold(purpose)
        steps = zip(self._gauges, self._longest, strict=True)
        held.keep_ahead({gauge.unit: longest for gauge, longest in steps})

    def settle(self) -> dict[str, tuple[float, float]]:
        """Commit; return unit -> (used in all, beyond what could be charged)."""
        if not self._held:  # refused before it began
            return {}
        self._read()
        over = {gauge.unit: 0.0 for gauge in self._gauges}
        for held in self._held.values():
            for unit, amount in held.settle().items():
                over[unit] += amount
        return {
            gauge.unit: (used, over[gauge.unit])
            for gauge, used in zip(self._gauges, self._used, strict=True)
        }

    def _read(self) -> None:
        held = self._hold(self._purpose)
        for place, gauge in enumerate(self._gauges):
            now = gauge.read()
            step = now - self._last[place]
            self._last[place] = now
            self._longest[place] = max(self._longest[place], step)
            self._used[place] += step
            held.used[gauge.unit] += step

    def _hold(self, purpose: str) -> "_Held":
        if purpose not in self._held:
            units = [gauge.unit for gauge in self._gauges]
            self._held[purpose] = _Held(self._ledger, purpose, units, self._prices)
        return self._held[purpose]

    def _check_room(self, purpose: str, expected: Mapping[str, float]) -> None:
        budget, left = self._ledger.budget.caps(), self._ledger.left()
        for unit, amount in expected.items():
            binds = unit in left and not self._ledger.fits(purpose, **{unit: amount})
            if binds:
                refusal = Refusal(unit, round(amount, 3), left[unit], budget[unit])
                raise BudgetExceeded(purpose, refusal)


class _Held:
    """What is set aside of the gauges' units for one purpose."""

    def __init__(self, ledger: Ledger, purpose: str, units: Sequence[str], prices: Prices) -> None:
        self.used = dict.fromkeys(units, 0.0)
        self._ledger = ledger
        self._purpose = purpose
        self._bill = Bill(prices)
        self._prices = prices
        self._ahead = dict.fromkeys(units, 0.0)
        self._money = 0
        self._reservation: Reservation = ledger.reserve(purpose, **dict.fromkeys(units, 0))

    def keep_ahead(self, longest: Mapping[str, float]) -> None:
        """Set more aside where the next step might use up what there is.

        Raises:
            BudgetExceeded: less is left than the longest step so far took.
        """
        for unit, step in longest.items():
            short = self.used[unit] + step - self._ahead[unit]
            if short > 0:
                self._extend(unit, short)

    def settle(self) -> dict[str, float]:
        """Commit what was used, as far as it can be charged; return unit -> the rest."""
        over, actual = {}, {}
        for unit, used in self.used.items():
            if used > self._ahead[unit]:
                self._try_extend(unit, used - self._ahead[unit])
            actual[unit] = min(used, self._ahead[unit])
            over[unit] = used - actual[unit]
        if self._prices.per_unit:
            actual["money"] = self._settled_money(self._bill.add(actual))
        self._reservation.commit(**actual)
        return over

    def _settled_money(self, owed: int) -> int:
        """Set aside what is missing of the money that is owed, as far as the cap has room."""
        if owed > self._money:
            more = int(self._fitting("money", owed - self._money))
            self._reservation.extend(money=more)
            self._money += more
        return min(owed, self._money)

    def _extend(self, unit: str, least: float) -> None:
        """Set aside a piece, at least ``least``; smaller ones near the cap."""
        near_the_cap = max(least, self._ledger.left().get(unit, 0.0) / 4)
        for amount in (max(PIECE, least), near_the_cap, least):
            priced = self._priced(unit, amount)
            if self._ledger.fits(self._purpose, **priced):
                break
        self._reservation.extend(**priced)  # raises where even the least does not fit
        self._ahead[unit] += amount
        self._money += int(priced.get("money", 0))

    def _try_extend(self, unit: str, wanted: float) -> None:
        amount = float(self._fitting(unit, wanted))
        if amount > 0:
            self._reservation.extend(**{unit: amount})
            self._ahead[unit] += amount

    def _fitting(self, unit: str, wanted: float) -> float:
        if self._ledger.fits(self._purpose, **{unit: wanted}):
            return wanted
        return self._ledger.left()[unit]

    def _priced(self, unit: str, amount: float) -> dict[str, float]:
        if not self._prices.per_unit:
            return {unit: amount}
        return {unit: amount, "money": ceil(self._prices.cost({unit: amount}) * MICRO)}

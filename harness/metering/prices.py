"""What units cost: a price table, and exact sums of money."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from harness.budget import UNITS, check_unit
from harness.errors import HarnessInputError

MICRO = 1_000_000
"""Charges of money are in millionths of the currency's unit, and whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Unit -> what one costs, in the currency's unit; exact, as the digits say.

    Attributes:
        per_unit: unit -> price; units that are not named cost nothing.
        currency: its name, for reports.
    """

    per_unit: Mapping[str, Fraction]
    currency: str = ""

    @classmethod
    def of(cls, given: Mapping[str, float], currency: str = "") -> "Prices":
        """Take prices as a configuration has them.

        Raises:
            BudgetError: an unknown unit.
            HarnessInputError: a price of money itself, or one that is negative.
        """
        for unit, price in given.items():
            check_unit(unit)
            if unit == "money":
                raise HarnessInputError("money has no price. Name the price of another unit.")
            if price < 0:
                raise HarnessInputError(
                    f"the price of {unit} is {price!r}; expected 0 or more a unit "
                    f"({UNITS[unit].meaning})."
                )
        exact = {unit: Fraction(str(price)) for unit, price in given.items() if price}
        return cls(per_unit=exact, currency=currency)

    def cost(self, amounts: Mapping[str, float]) -> Fraction:
        """Return what amounts cost, in the currency's unit."""
        priced = ((self.per_unit.get(unit, 0), amount) for unit, amount in amounts.items())
        return sum((price * Fraction(amount) for price, amount in priced if price), Fraction())


class Bill:
    """Money owed, kept exactly and charged in whole millionths, rounded up once and for all."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._owed = Fraction()
        self._charged = 0

    def add(self, amounts: Mapping[str, float]) -> int:
        """Add amounts; return by how many millionths the charge has grown."""
        self._owed += self._prices.cost(amounts)
        more = ceil(self._owed * MICRO) - self._charged
        self._charged += more
        return more

"""Read what an official record says of a price.

The original takes every number that stands behind a ``$``: one is the price, the first two are the
ends of a range, also where the second is a price per ounce. No price is 100 dollars.

Departures, for texts on which the original fails: a text without ``$`` that is a number is that
price; any other text in which no price can be read counts as no price; what stands behind a ``$``
and is no number is passed over.
"""

import math
import re
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

MISSING = 100.0
"""Dollars that a product without a price costs."""

_NOT_OF_A_NUMBER = re.compile(r"[^\d.]")
_BARE_NUMBER = re.compile(r"\s*\d[\d,]*(\.\d+)?\s*")


class Price(NamedTuple):
    """A price as pages show it, and its one or two amounts in dollars."""

    text: str
    amounts: tuple[float, ...]


def read_price(pricing: str | float | None) -> Price:
    """Return the price that a record's field ``pricing`` stands for.

    Example:
        >>> read_price("$3.46 ($0.22 / Ounce)")
        Price(text='$3.46 to $0.22', amounts=(3.46, 0.22))
        >>> read_price("$1,299.00").text, read_price("").text, read_price("unavailable").text
        ('$1299.0', '$100.0', '$100.0')
    """
    if not pricing:
        return _price((MISSING,))
    if isinstance(pricing, int | float):
        return _price(_usable(float(pricing)) or (MISSING,))
    pieces = pricing.split("$")[1:]
    if not pieces and _BARE_NUMBER.fullmatch(pricing):
        pieces = [pricing]
    amounts = tuple(amount for piece in pieces for amount in _amount(piece))
    return _price(amounts[:2] or (MISSING,))


def _price(amounts: tuple[float, ...]) -> Price:
    return Price(" to ".join(f"${amount}" for amount in amounts), amounts)


def _amount(piece: str) -> tuple[float, ...]:
    try:
        return _usable(float(Decimal(_NOT_OF_A_NUMBER.sub("", piece))))
    except InvalidOperation:
        return ()


def _usable(amount: float) -> tuple[float, ...]:
    return (amount,) if 0 <= amount < math.inf else ()

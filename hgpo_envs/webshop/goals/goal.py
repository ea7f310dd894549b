"""A goal: the product that a customer has in mind, and what is asked of it."""

from dataclasses import dataclass
from typing import TypeAlias

Options: TypeAlias = tuple[str, ...] | tuple[tuple[str, str], ...]
"""Values alone (human goals), or (name, value) pairs (synthetic goals)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """One goal of the shop.

    Attributes:
        task: its task id, ``human-N`` or ``synthetic-N``; N is its place in the official order.
        asin: the product that the instruction was written for.
        category: that product's top category.
        query: the query that the product was found with, in lower case.
        name: that product's title.
        product_category: that product's path of categories.
        instruction: the task in words, the price clause included.
        attributes: what the product is to be.
        price_upper: what it may cost at most, in dollars.
        options: option values to choose, or (name, value) pairs in synthetic goals.
        weight: how often the original draws it.
    """

    task: str
    asin: str
    category: str
    query: str
    name: str
    product_category: str
    instruction: str
    attributes: tuple[str, ...]
    price_upper: float
    options: Options
    weight: float = 1.0

"""The words that generated products are made of, from the tables in ``words/``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

CATEGORIES = ("beauty", "electronics", "fashion", "garden", "grocery")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kind:
    """A kind of product.

    Attributes:
        name: what it is called, in lower case; also the query that such products are found with.
        also: other words for it.
        price_range: cheapest and dearest, in whole dollars.
        category: the top category.
        department: the part of it.
        path: the path of categories, joined by `` › ``.
        attributes: what such a product can be.
    """

    name: str
    also: tuple[str, ...]
    price_range: tuple[int, int]
    category: "Category"
    department: str
    path: str
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Category:
    """A top category.

    Attributes:
        name: such as ``"fashion"``.
        options: what can be chosen, and its possible values.
        uses: what people buy such things for.
        departments: the kinds of product by department; is filled while the tables are read.
    """

    name: str
    options: Mapping[str, tuple[str, ...]]
    uses: tuple[str, ...]
    departments: dict[str, tuple[Kind, ...]]


@lru_cache(maxsize=1)
def categories() -> tuple[Category, ...]:
    """Return all categories."""
    values = _table("shared")["values"]
    return tuple(_category(name, values) for name in CATEGORIES)


@lru_cache(maxsize=1)
def spellings() -> Mapping[str, str]:
    """Return option values that can be spelt in another way, with that way."""
    return dict(_table("shared")["spelled"])


def _category(name: str, values: Mapping[str, list[str]]) -> Category:
    table = _table(name)
    category = Category(
        name=name,
        options={option: tuple(values[pool]) for option, pool in table["options"].items()},
        uses=tuple(table["uses"]),
        departments={},
    )
    for department in table["departments"]:
        category.departments[department["name"]] = tuple(
            Kind(
                name=kind,
                also=tuple(also),
                price_range=(low, high),
                category=category,
                department=department["name"],
                path=" › ".join((table["root"], department["name"], kind.title())),
                attributes=(*table["attributes"], *department["attributes"]),
            )
            for kind, also, low, high in department["kinds"]
        )
    return category


def _table(name: str) -> dict[str, Any]:
    text = files("hgpo_envs.webshop.generate").joinpath("words", f"{name}.json").read_text("utf-8")
    table: dict[str, Any] = json.loads(text)
    return table

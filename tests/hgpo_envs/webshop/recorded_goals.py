"""The recorded catalogues, cleaned, with the goals that our code makes of them."""

import gzip
import json
import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from recordings import Record

from hgpo_envs.webshop.catalogue.cleaning import clean_all
from hgpo_envs.webshop.catalogue.instructions import human_instructions, synthetic_instruction
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.goals import GoalBook, draw_prices, human_wishes, synthetic_wishes
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.goals.wish import GoalKind

SEED = 7
CATALOGUES = {"1k": "1000", "20k": "20k"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """A catalogue: products in order, drawn prices by row, goals."""

    products: list[Product]
    prices: list[float]
    goals: GoalBook

    def product(self, asin: str) -> Product:
        return next(one for one in self.products if one.asin == asin)


def read(folder: Path, name: str) -> Any:
    """Return the content of ``NAME.json.gz``."""
    with gzip.open(folder / f"{name}.json.gz") as file:
        return json.load(file)


@lru_cache(maxsize=4)
def official(folder: Path, size: str, kind: GoalKind) -> Official:
    """Return a catalogue with the goals of a kind."""
    attributes = read(folder, f"items_ins_v2_{CATALOGUES[size]}")
    human = read(folder, "items_human_ins")
    records = read(folder, f"items_shuffle_{CATALOGUES[size]}")
    products = [one for one in clean_all(records, attributes) if isinstance(one, Product)]
    stream = random.Random(SEED)
    ranged = [one for one in products if len(one.prices) == 2]
    prices = [one.prices[0] for one in products]
    drawn = draw_prices(np.array([one.prices for one in ranged]), stream)
    for one, price in zip(ranged, drawn, strict=True):
        prices[one.row] = float(price)
    if kind == "human":
        wishes = [
            wish
            for one in products
            for wish in human_wishes(one, human_instructions(human.get(one.asin), one.asin))
        ]
    else:
        wishes = [
            wish
            for one in products
            for wish in synthetic_wishes(
                one, synthetic_instruction(attributes.get(one.asin), one.asin)
            )
        ]
    goals = GoalBook(kind, wishes, prices.__getitem__, stream)
    return Official(products=products, prices=prices, goals=goals)


def as_recorded(goal: Goal) -> dict[str, object]:
    """Return a goal in the form of the recordings."""
    pairs = [one for one in goal.options if isinstance(one, tuple)]
    human = goal.task.startswith("human")
    return {
        "human_goals": human,
        "i": int(goal.task.rpartition("-")[2]),
        "asin": goal.asin,
        "category": goal.category,
        "query": goal.query,
        "name": goal.name,
        "product_category": goal.product_category,
        "instruction_text": goal.instruction,
        "attributes": list(goal.attributes),
        "price_upper": goal.price_upper,
        "goal_options": list(goal.options) if human else dict(pairs),
        "weight": goal.weight,
    }


def wanted_in(line: Record) -> Goal:
    """Return the goal of a recorded purchase."""
    given = line["goal"]
    options = given["goal_options"]
    return Goal(
        task="recorded-0",
        asin=given["asin"],
        category="",
        query=given["query"],
        name=given["name"],
        product_category=given["product_category"],
        instruction="",
        attributes=tuple(given["attributes"]),
        price_upper=given["price_upper"],
        options=tuple(options.items() if isinstance(options, dict) else options),
    )

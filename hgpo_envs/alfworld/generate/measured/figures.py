"""The measured figures that games are drawn from (``figures.json``)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict

from hgpo_envs.alfworld.generate.measured.tally import Histogram, RoomCounts

CONTAINERS = ("cabinet", "drawer", "fridge", "microwave", "safe")
"""The receptacle types that can be shut."""


class Fitted(TypedDict):
    """What draws things and goals to receptacles in one kind of room, given what is there."""

    places: dict[str, Histogram]
    """By kind of thing: weights of the combinations of receptacle types that it lies in."""
    targets: dict[str, Histogram]
    """By task type: weights of the target types."""
    groups: Histogram
    """How many groups of a combination stand in 1,000 rooms that have its types."""
    closed_source_odds: float
    """How much less likely than others a thing that must be fetched is to be shut away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All that was measured."""

    source: str
    games: int
    properties: Mapping[str, Histogram]
    """By kind of thing: its properties, with the percentage of things that have them."""
    holds: Mapping[str, tuple[str, ...]]
    """By receptacle type: the kinds of things that it takes."""
    observed: Mapping[str, RoomCounts]
    fitted: Mapping[str, Fitted]
    halves: Mapping[str, object]
    """How far official games in even floor plans are from those in odd ones."""


class _Document(TypedDict):
    source: str
    games: int
    properties: dict[str, Histogram]
    holds: dict[str, list[str]]
    observed: dict[str, RoomCounts]
    fitted: dict[str, Fitted]
    halves: dict[str, object]


@lru_cache(maxsize=1)
def figures() -> Figures:
    """Read the figures once."""
    text = files(__package__).joinpath("figures.json").read_text(encoding="utf-8")
    document: _Document = json.loads(text)
    return Figures(
        source=document["source"],
        games=document["games"],
        properties=document["properties"],
        holds={name: tuple(kinds) for name, kinds in document["holds"].items()},
        observed=document["observed"],
        fitted=document["fitted"],
        halves=document["halves"],
    )

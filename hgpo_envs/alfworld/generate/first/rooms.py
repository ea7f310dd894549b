"""The four kinds of room: what stands in them, what lies about, and what holds what.

The counts and shares in ``rooms.json`` were measured on the official training games.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict


@dataclass(frozen=True, slots=True, kw_only=True)
class Furnishing:
    """How often a receptacle type stands in a kind of room, and how many of it then."""

    percent: int
    least: int
    median: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """How common an object type is in a kind of room, and on which receptacle types it lies."""

    weight: int
    places: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A kind of room."""

    sizes: tuple[int, int]
    """The least and the most receptacles in an official room of the kind."""
    things: tuple[int, int]
    """The usual range (from the 10th to the 90th percentile) of things in receptacles."""
    furnishings: dict[str, Furnishing]
    objects: dict[str, Thing]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """All that the generator knows of rooms, receptacles and objects."""

    rooms: dict[str, Room]
    openable: frozenset[str]
    properties: dict[str, tuple[str, ...]]
    holds: dict[str, tuple[str, ...]]
    """Object types that a receptacle type takes, by receptacle type."""


@lru_cache(maxsize=1)
def world() -> World:
    """Read ``rooms.json`` once."""
    data = json.loads(files(__package__).joinpath("rooms.json").read_text(encoding="utf-8"))
    return World(
        rooms={name: _room(room) for name, room in data["rooms"].items()},
        openable=frozenset(data["openable"]),
        properties={name: tuple(words) for name, words in data["properties"].items()},
        holds={name: tuple(types) for name, types in data["holds"].items()},
    )


class _RoomData(TypedDict):
    sizes: tuple[int, int]
    things: tuple[int, int]
    receptacles: dict[str, tuple[int, int, int, int]]
    objects: dict[str, tuple[int, dict[str, int]]]


def _room(data: _RoomData) -> Room:
    low, high = data["things"]
    least, most = data["sizes"]
    return Room(
        sizes=(least, most),
        things=(low, high),
        furnishings={
            name: Furnishing(percent=percent, least=least, median=median, most=most)
            for name, (percent, least, median, most) in data["receptacles"].items()
        },
        objects={
            name: Thing(weight=weight, places=places)
            for name, (weight, places) in data["objects"].items()
        },
    )

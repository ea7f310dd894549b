"""Where things usually lie: what the expert knows of the world before it enters a room."""

from collections import Counter
from functools import lru_cache

from hgpo_envs.alfworld.generate.first.rooms import world

_ELSEWHERE = 0.3
"""Weight of a receptacle type in which official games rarely or never have the thing."""


def known_things() -> tuple[str, ...]:
    """Return the object types that lie about in some kind of room."""
    return tuple(world().properties)


@lru_cache(maxsize=256)
def usual_places(thing: str) -> Counter[str]:
    """Return how often, of a hundred in each kind of room, a thing lies in a receptacle type."""
    total: Counter[str] = Counter()
    for room in world().rooms.values():
        if thing in room.objects:
            total.update(room.objects[thing].places)
    return total


def promise(thing: str, kind: str, *, count: int, here: bool) -> float:
    """Return how promising it is to look into one of `count` receptacles of a type for a thing.

    It is the chance per command: a container takes two, one if it is at hand already.
    """
    weight = max(float(usual_places(thing)[kind]), _ELSEWHERE)
    return weight / count / (2.0 if kind in world().openable and not here else 1.0)

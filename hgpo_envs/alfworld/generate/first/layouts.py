"""Furnish the rooms: a fixed pool of layouts for training, and another for unseen games.

Which of the two pools a layout may be in is decided by a digest of its furniture, so the pools are
disjoint by construction, whatever is drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from hgpo_envs.alfworld.generate.first.difficulty import Difficulty
from hgpo_envs.alfworld.generate.first.rooms import Room, world
from hgpo_envs.draws import Draws, digest
from hgpo_envs.errors import EnvInputError

TOOLS = ("fridge", "microwave", "sinkbasin")
"""Never left out of a room that official games always equip with them."""
POOL_SIZE = {False: 24, True: 8}
"""Layouts in a room's pool, by whether it is the unseen one."""
_ATTEMPTS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The furniture of a room: the type and the place of each receptacle, sorted by type."""

    room: str
    types: tuple[str, ...]
    places: tuple[int, ...]
    """A number from 1; receptacles with the same number stand at the same place."""

    def signature(self) -> tuple[str, ...]:
        """Return what makes two layouts the same: the kind of room and what stands in it."""
        return (self.room, *self.types)


@lru_cache(maxsize=256)
def layouts(room: str, *, unseen: bool, difficulty: Difficulty) -> tuple[Layout, ...]:
    """Return the pool of layouts of a kind of room, all different.

    Raises:
        EnvInputError: the difficulty's range of receptacles fits no layout.
    """
    found: dict[tuple[str, ...], Layout] = {}
    for attempt in range(_ATTEMPTS):
        layout = _furnish(Draws("layout", room, attempt), room, difficulty)
        if is_unseen(layout) == unseen:
            found.setdefault(layout.signature(), layout)
        if len(found) == POOL_SIZE[unseen]:
            break
    if not found:
        raise EnvInputError(
            f"no {room} has receptacles={difficulty.receptacles}. Give a wider range."
        )
    return tuple(found.values())


def is_unseen(layout: Layout) -> bool:
    """Tell whether a layout is kept for unseen games (about one in four is)."""
    return digest("layout", *layout.signature()) % 4 == 0


def _furnish(draws: Draws, room: str, difficulty: Difficulty) -> Layout:
    kind = world().rooms[room]
    counts = _official_counts(draws, kind)
    if difficulty.receptacles is None:
        low, high = kind.sizes
        size = min(max(sum(counts.values()), low), high)
    else:
        size = draws.between(*difficulty.receptacles)
    _resize(draws, kind, counts, size)
    types = tuple(name for name in sorted(counts) for _ in range(counts[name]))
    return Layout(room=room, types=types, places=_places(draws, len(types), difficulty))


def _official_counts(draws: Draws, kind: Room) -> dict[str, int]:
    """Draw how many of each receptacle type there are, as the official rooms have them."""
    counts: dict[str, int] = {}
    for name, furnishing in kind.furnishings.items():
        if not draws.percent(furnishing.percent):
            continue
        low, high = furnishing.least, furnishing.median
        if draws.percent(40):
            low, high = furnishing.median, furnishing.most
        counts[name] = draws.between(low, high)
    return counts


def _resize(draws: Draws, kind: Room, counts: dict[str, int], size: int) -> None:
    """Add receptacles, or take away those that there are most of, until the size fits."""
    required = [name for name in TOOLS if name in kind.furnishings]
    for name in required:
        counts.setdefault(name, 1)
    common = {name: furnishing.percent for name, furnishing in kind.furnishings.items()}
    while sum(counts.values()) < size:
        name = draws.weighted(common)
        counts[name] = counts.get(name, 0) + 1
    while sum(counts.values()) > max(size, len(required)):
        name = draws.choice(_spare(counts, required))
        counts[name] -= 1
        if not counts[name]:
            del counts[name]


def _spare(counts: Mapping[str, int], required: list[str]) -> list[str]:
    """Return the types with the largest count; where all stand alone, those not required."""
    most = max(counts.values())
    if most > 1:
        return [name for name, count in counts.items() if count == most]
    return [name for name in counts if name not in required]


def _places(draws: Draws, size: int, difficulty: Difficulty) -> tuple[int, ...]:
    """Number the places in a drawn order; some receptacles share their neighbour's."""
    order = draws.shuffled(range(size))
    places = [0] * size
    place = 0
    for rank, at in enumerate(order):
        if not (rank and draws.percent(difficulty.shared_percent)):
            place += 1
        places[at] = place
    return tuple(places)

"""Furnish rooms as the official ones are furnished, and join them by doors.

Every game has rooms of its own. Whether a room may be in training games or in unseen ones is
decided by a digest of its furniture, so the two kinds are disjoint by construction, whatever is
drawn, and at whatever difficulty.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.measured.scene import Home
from hgpo_envs.alfworld.generate.measured.tally import RoomCounts
from hgpo_envs.draws import Draws, digest
from hgpo_envs.errors import EnvInputError

TOOLS = ("fridge", "microwave", "sinkbasin")
"""Never left out of a room that official games always equip with them."""
_ATTEMPTS = 200
_UNSEEN_IN = 4
"""One room in so many is kept for unseen games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A furnished room: the type and the place (from 0) of each receptacle, sorted by type."""

    kind: str
    types: tuple[str, ...]
    places: tuple[int, ...]
    openable: frozenset[int]


def draw_room(draws: Draws, kind: str, *, unseen: bool, difficulty: Difficulty) -> Room:
    """Furnish a room of a kind on the side of the training games or of the unseen ones.

    Raises:
        EnvInputError: the difficulty's range of receptacles leaves too little choice.
    """
    for _ in range(_ATTEMPTS):
        types = _draw_types(draws, kind, difficulty)
        if types is not None and is_unseen_room(kind, types) == unseen:
            break
    else:
        raise EnvInputError(
            f"in {_ATTEMPTS} attempts no {kind} had receptacles={difficulty.receptacles} and was "
            f"{'unseen' if unseen else 'for training'}. Give a wider range."
        )
    return Room(
        kind=kind,
        types=types,
        places=_draw_places(draws, kind, types, difficulty),
        openable=_draw_openable(draws, kind, types),
    )


def is_unseen_room(kind: str, types: Sequence[str]) -> bool:
    """Tell whether a room with this furniture is kept for unseen games."""
    return digest("room", kind, *sorted(types)) % _UNSEEN_IN == 0


def join_rooms(draws: Draws, rooms: Sequence[Room]) -> Home:
    """Number the receptacles of all rooms through, and join each room to an earlier one."""
    types: list[str] = []
    owners: list[int] = []
    places: list[int] = []
    openable: set[int] = set()
    for number, room in enumerate(rooms):
        openable |= {len(types) + at for at in room.openable}
        first = max(places, default=-1) + 1
        types += room.types
        owners += [number] * len(room.types)
        places += [first + place for place in room.places]
    return Home(
        kinds=tuple(room.kind for room in rooms),
        types=tuple(types),
        rooms=tuple(owners),
        places=tuple(places),
        openable=frozenset(openable),
        doors=tuple((draws.below(number), number) for number in range(1, len(rooms))),
    )


def required(kind: str) -> list[str]:
    """Return the tools that every room of a kind has."""
    return [name for name in TOOLS if name in figures().observed[kind]["receptacles"]]


def _draw_types(draws: Draws, kind: str, difficulty: Difficulty) -> tuple[str, ...] | None:
    """Draw how many there are of each type; None for a room of a size that official ones lack."""
    observed = figures().observed[kind]
    counts = {
        name: int(draws.weighted(histogram)) for name, histogram in observed["receptacles"].items()
    }
    if difficulty.receptacles is not None:
        _resize(draws, kind, counts, draws.between(*difficulty.receptacles))
    elif not _least(observed) <= sum(counts.values()) <= _most(observed):
        return None
    return tuple(name for name in sorted(counts) for _ in range(counts[name]))


def _least(observed: RoomCounts) -> int:
    return min(map(int, observed["sizes"]["receptacles"]))


def _most(observed: RoomCounts) -> int:
    return max(map(int, observed["sizes"]["receptacles"]))


def _resize(draws: Draws, kind: str, counts: dict[str, int], size: int) -> None:
    """Add receptacles as they are common, or take away those that there are most of."""
    games = figures().observed[kind]["games"]
    seen = figures().observed[kind]["receptacles"]
    common = {name: games - seen[name].get("0", 0) for name in seen}
    kept = required(kind)
    while sum(counts.values()) < size:
        counts[draws.weighted(common)] += 1
    while sum(counts.values()) > size:
        counts[draws.choice(_spare(counts, kept))] -= 1


def _spare(counts: Mapping[str, int], kept: list[str]) -> list[str]:
    """Return the types with the largest count; where all stand alone, those not required."""
    most = max(counts.values())
    if most > 1:
        return [name for name, count in counts.items() if count == most]
    return [name for name, count in counts.items() if count and name not in kept]


def _draw_places(
    draws: Draws, kind: str, types: Sequence[str], difficulty: Difficulty
) -> tuple[int, ...]:
    """Number the places in a drawn order; receptacles of one group share theirs."""
    free: dict[str, list[int]] = defaultdict(list)
    for at in draws.shuffled(range(len(types))):
        free[types[at]].append(at)
    if difficulty.shared_percent is None:
        groups = _official_groups(draws, kind, free)
    else:
        groups = _drawn_groups(draws, free, difficulty.shared_percent)
    groups += [[at] for left in free.values() for at in left]
    places = [0] * len(types)
    for place, group in enumerate(draws.shuffled(groups)):
        for at in group:
            places[at] = place
    return tuple(places)


def _official_groups(draws: Draws, kind: str, free: dict[str, list[int]]) -> list[list[int]]:
    """Take receptacles out of the free ones, in groups as the official rooms have them."""
    groups = []
    for combination, rate in draws.shuffled(list(figures().fitted[kind]["groups"].items())):
        types = combination.split("+")
        for _ in range(rate // 1000 + (draws.below(1000) < rate % 1000)):
            if all(len(free[name]) >= count for name, count in Counter(types).items()):
                groups.append([free[name].pop() for name in types])
    return groups


def _drawn_groups(draws: Draws, free: dict[str, list[int]], percent: int) -> list[list[int]]:
    """Put each receptacle with the one before it, with a chance of so many in a hundred."""
    order = draws.shuffled([at for left in free.values() for at in left])
    free.clear()
    groups: list[list[int]] = []
    for at in order:
        if groups and draws.percent(percent):
            groups[-1].append(at)
        else:
            groups.append([at])
    return groups


def _draw_openable(draws: Draws, kind: str, types: Sequence[str]) -> frozenset[int]:
    seen = figures().observed[kind]["openable"]
    return frozenset(at for at, name in enumerate(types) if draws.weighted(seen[name]) == "1")

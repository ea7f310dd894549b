"""Say how far the counts of some games are from those of others, in numbers from 0 to 1."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import mean

from hgpo_envs.alfworld.generate.measured.tally import Histogram, RoomCounts

Rooms = Mapping[str, RoomCounts]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomDistances:
    """How far games in one kind of room are from others.

    All but the last are total variation distances: the share of games (or of things) that would
    have to be changed.
    """

    receptacles: float
    """How many there are of a receptacle type; the mean over types."""
    things: float
    """How many there are of a kind of thing; the mean over kinds."""
    placements: float
    """Which kind of thing lies in which receptacle type, over all things that lie in one."""
    groups: float
    """Which receptacle types stand at one place, over all places with several."""
    openable: float
    """The share of receptacles of a type that open; the mean difference over containers."""
    sizes: float
    """The number of receptacles, and of things in them: the larger Kolmogorov-Smirnov distance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distances:
    """How far games are from others."""

    tasks: float
    """The shares of task types in kinds of room."""
    plans: dict[str, float]
    """By task type: the lengths of shortest plans."""
    rooms: dict[str, RoomDistances]
    """By kind of room."""


def compare(one: Rooms, other: Rooms) -> Distances:
    """Return how far games are from others; both have to have all kinds of room."""
    return Distances(
        tasks=total_variation(*(_tasks(rooms) for rooms in (one, other))),
        plans=_compare_plans(one, other),
        rooms={kind: compare_rooms(one[kind], other[kind]) for kind in sorted(one)},
    )


def compare_rooms(one: RoomCounts, other: RoomCounts) -> RoomDistances:
    """Return how far the games in one kind of room are from others."""
    return RoomDistances(
        receptacles=_mean_distance(one, other, "receptacles"),
        things=_mean_distance(one, other, "things"),
        placements=total_variation(placements(one), placements(other)),
        groups=total_variation(one["groups"], other["groups"]),
        openable=_openable_difference(one, other),
        sizes=max(
            kolmogorov_smirnov(one["sizes"][name], other["sizes"][name])
            for name in ("receptacles", "things_in_receptacles")
        ),
    )


def plans(rooms: Rooms) -> dict[str, Counter[str]]:
    """Return the lengths of shortest plans by task type, over all kinds of room."""
    out: dict[str, Counter[str]] = {}
    for counts in rooms.values():
        for task, histogram in counts["plans"].items():
            out.setdefault(task, Counter()).update(histogram)
    return out


def placements(counts: RoomCounts) -> Counter[str]:
    """Return how often a kind of thing lies in a receptacle type, as ``mug in sinkbasin``."""
    out: Counter[str] = Counter()
    for kind, histogram in counts["placements"].items():
        for place, number in histogram.items():
            for name in set(place.split("+")) - {""}:
                out[f"{kind} in {name}"] += number
    return out


def total_variation(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """Return half the sum of the differences between shares.

    Example:
        >>> total_variation({"a": 1, "b": 1}, {"a": 3, "b": 1})
        0.25
    """
    mine, others = sum(one.values()), sum(other.values())
    if not mine or not others:
        return float(mine != others)
    names = sorted({*one, *other})
    return sum(abs(one.get(n, 0) / mine - other.get(n, 0) / others) for n in names) / 2


def kolmogorov_smirnov(one: Histogram, other: Histogram) -> float:
    """Return the largest difference between the shares of numbers up to any number.

    Example:
        >>> kolmogorov_smirnov({"1": 1, "10": 1}, {"9": 1, "10": 1})
        0.5
    """
    mine, others = sum(one.values()), sum(other.values())
    below = largest = 0.0
    for value in sorted({*one, *other}, key=int):
        below += one.get(value, 0) / mine - other.get(value, 0) / others
        largest = max(largest, abs(below))
    return largest


def average(histogram: Mapping[str, int]) -> float:
    """Return the mean of the numbers in a histogram.

    Example:
        >>> average({"0": 1, "4": 3})
        3.0
    """
    return sum(int(value) * count for value, count in histogram.items()) / sum(histogram.values())


def _compare_plans(one: Rooms, other: Rooms) -> dict[str, float]:
    mine, others = plans(one), plans(other)
    return {task: total_variation(mine[task], others[task]) for task in sorted(mine)}


def _mean_distance(one: RoomCounts, other: RoomCounts, table: str) -> float:
    mine: dict[str, Histogram] = one[table]  # type: ignore[literal-required]
    others: dict[str, Histogram] = other[table]  # type: ignore[literal-required]
    names = sorted({*mine, *others})
    none = {"0": 1}
    return mean(total_variation(mine.get(name, none), others.get(name, none)) for name in names)


def _openable_difference(one: RoomCounts, other: RoomCounts) -> float:
    shares = [
        [_share(counts["openable"][name]) for counts in (one, other)]
        for name in sorted(one["openable"].keys() & other["openable"].keys())
    ]
    return _mean(abs(a - b) for a, b in shares if a or b)


def _share(histogram: Histogram) -> float:
    return histogram.get("1", 0) / sum(histogram.values())


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return mean(found) if found else 0.0


def _tasks(rooms: Rooms) -> dict[str, int]:
    return {
        f"{kind} {task}": count
        for kind, counts in rooms.items()
        for task, count in counts["tasks"].items()
    }

"""Count what is in games, official or generated alike, so that the two can be compared."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from hgpo_envs.alfworld.generate.measured.plans import shortest_plan
from hgpo_envs.alfworld.generate.measured.scene import Scene

Histogram = dict[str, int]
"""Games by a number, the number written as text (as JSON has it)."""


class RoomCounts(TypedDict):
    """What the games in one kind of room hold; a combination of types is joined by ``+``."""

    games: int
    tasks: Histogram
    receptacles: dict[str, Histogram]
    """By receptacle type: how many there are of it."""
    openable: dict[str, Histogram]
    """By receptacle type: how many of all that were seen open (``1``) or don't (``0``)."""
    groups: Histogram
    """Sets of receptacle types that stand at one place."""
    things: dict[str, Histogram]
    """By kind of thing: how many there are of it."""
    placements: dict[str, Histogram]
    """By kind of thing: the types of the receptacles that it lies in; none for a fixture."""
    nested: dict[str, Histogram]
    """By kind of thing: the kinds of the things that it lies in."""
    goals: dict[str, dict[str, Histogram]]
    """By task type and target type: the things that are asked for."""
    goal_things: dict[str, Histogram]
    """By task type: how many things of the goal's kind lie in receptacles."""
    cool: Histogram
    """Things of the goal's kind in fridges that start cool (``1``) or not (``0``)."""
    sizes: dict[str, Histogram]
    """Receptacles, things, things in receptacles and places: how many there are in all."""
    plans: dict[str, Histogram]
    """By task type: lengths of shortest plans."""


@dataclass
class Tally:
    """The counts of one kind of room so far."""

    games: int = 0
    flat: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    deep: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )
    goals: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )

    def add(self, scene: Scene) -> None:
        """Count a game."""
        self.games += 1
        task = scene.goal.task
        self.flat["tasks"][task] += 1
        self.deep["plans"][task][str(len(shortest_plan(scene)))] += 1
        self._add_receptacles(scene)
        self._add_things(scene)
        self._add_goal(scene)
        self._add_sizes(scene)

    def counts(self) -> RoomCounts:
        """Return the counts; types that are not in every game are counted as 0 in the others."""
        for name in ("receptacles", "things"):
            for histogram in self.deep[name].values():
                if missing := self.games - histogram.total():
                    histogram["0"] = missing
        return RoomCounts(
            games=self.games,
            tasks=_sorted(self.flat["tasks"]),
            receptacles=_each(self.deep["receptacles"]),
            openable=_each(self.deep["openable"]),
            groups=_sorted(self.flat["groups"]),
            things=_each(self.deep["things"]),
            placements=_each(self.deep["placements"]),
            nested=_each(self.deep["nested"]),
            goals={task: _each(self.goals[task]) for task in sorted(self.goals)},
            goal_things=_each(self.deep["goal_things"]),
            cool=_sorted(self.flat["cool"]),
            sizes=_each(self.deep["sizes"]),
            plans=_each(self.deep["plans"]),
        )

    def _add_receptacles(self, scene: Scene) -> None:
        home = scene.home
        for kind, count in Counter(home.types).items():
            self.deep["receptacles"][kind][str(count)] += 1
        for at, kind in enumerate(home.types):
            self.deep["openable"][kind][str(int(at in home.openable))] += 1
        groups: dict[int, list[str]] = defaultdict(list)
        for kind, place in zip(home.types, home.places, strict=True):
            groups[place].append(kind)
        for kinds in groups.values():
            if len(kinds) > 1:
                self.flat["groups"][join(kinds)] += 1

    def _add_things(self, scene: Scene) -> None:
        for kind, count in Counter(thing.kind for thing in scene.things).items():
            self.deep["things"][kind][str(count)] += 1
        for thing in scene.things:
            types = [scene.home.types[at] for at in thing.receptacles]
            self.deep["placements"][thing.kind][join(types)] += 1
            if thing.container is not None:
                outer = scene.things[thing.container]
                if set(outer.receptacles) & set(thing.receptacles):
                    self.deep["nested"][thing.kind][outer.kind] += 1

    def _add_goal(self, scene: Scene) -> None:
        goal = scene.goal
        for errand in goal.errands:
            self.goals[goal.task][errand.target][errand.thing] += 1
            mine = [t for t in scene.things if t.kind == errand.thing and t.receptacles]
            self.deep["goal_things"][goal.task][str(len(mine))] += 1
            for thing in mine:
                in_fridge = any(scene.home.types[at] == "fridge" for at in thing.receptacles)
                if in_fridge and "coolable" in thing.properties and "cool" not in goal.task:
                    self.flat["cool"][str(int(thing.cool))] += 1

    def _add_sizes(self, scene: Scene) -> None:
        sizes = {
            "receptacles": len(scene.home.types),
            "places": len(set(scene.home.places)),
            "things": len(scene.things),
            "things_in_receptacles": sum(bool(thing.receptacles) for thing in scene.things),
        }
        for name, size in sizes.items():
            self.deep["sizes"][name][str(size)] += 1


def tally(scenes: Iterable[Scene]) -> dict[str, RoomCounts]:
    """Count one-room scenes by the kind of their room."""
    rooms: dict[str, Tally] = defaultdict(Tally)
    for scene in scenes:
        rooms[scene.home.kinds[0]].add(scene)
    return {kind: rooms[kind].counts() for kind in sorted(rooms)}


def join(types: Iterable[str]) -> str:
    """Return the name of a combination of types.

    Example:
        >>> join(["shelf", "desk"])
        'desk+shelf'
    """
    return "+".join(sorted(types))


def is_available(combination: str, counts: Mapping[str, int]) -> bool:
    """Tell whether a room has the receptacles of a combination (none are always there).

    Example:
        >>> is_available("shelf+shelf", {"shelf": 1})
        False
    """
    if not combination:
        return True
    if "+" not in combination:
        return combination in counts
    needed = Counter(combination.split("+"))
    return all(counts.get(name, 0) >= count for name, count in needed.items())


def _each(by_name: dict[str, Counter[str]]) -> dict[str, Histogram]:
    return {name: _sorted(by_name[name]) for name in sorted(by_name)}


def _sorted(counter: Counter[str]) -> Histogram:
    return {name: counter[name] for name in sorted(counter, key=lambda name: (len(name), name))}

"""Find a shortest plan for a scene: the proof that it can be won, and how far away that is.

A plan fetches the things of one errand after another. All choices that can differ in length are
tried: which things, from where, by which tool, to which receptacle, in which order.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

from hgpo_envs.alfworld.generate.measured.scene import Home, Scene
from hgpo_envs.alfworld.generate.measured.tasks import LAMP, TREATMENTS, Errand

Step = tuple[str, int, int]
"""A verb and the numbers of what it is about, such as ``("take", thing, receptacle)``; the second
is where the step ends: the receptacle, or the room behind a door."""

Route = tuple[tuple[int, int], ...]
_MOST_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the agent is after the steps so far, and what it has opened."""

    steps: tuple[Step, ...]
    room: int
    place: int | None = None
    opened: frozenset[int] = frozenset()


def shortest_plan(scene: Scene) -> tuple[Step, ...]:
    """Return the shortest plan that the tried choices give; empty if there is none."""
    return _Planner(scene).shortest().steps


class _Planner:
    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._home = scene.home
        self._routes = routes(scene.home)

    def shortest(self) -> Walk:
        start = Walk((), self._scene.start)
        if self._scene.goal.is_look:
            return _least(self._look(self._scene.goal.errands[0], start), start)
        plans: list[Walk] = []
        for order in permutations(self._scene.goal.errands):
            walks = [start]
            for errand in order:
                is_last = errand is order[-1]
                walks = [
                    end for walk in walks for end in self._best_ends(errand, walk, is_last=is_last)
                ]
            plans += walks
        return _least(plans, start)

    def _best_ends(self, errand: Errand, walk: Walk, *, is_last: bool) -> list[Walk]:
        """Return the shortest plan of an errand for each place that it can end at."""
        best: dict[tuple[int, int | None], Walk] = {}
        for end in self._errand(errand, walk, is_last=is_last):
            known = best.get((end.room, end.place))
            if known is None or len(end.steps) < len(known.steps):
                best[end.room, end.place] = end
        return list(best.values())

    def _look(self, errand: Errand, walk: Walk) -> Iterator[Walk]:
        lamps = [
            (at, receptacle)
            for at, thing in enumerate(self._scene.things)
            if thing.kind == LAMP
            for receptacle in thing.receptacles
        ]
        for thing in self._candidates(errand, set()):
            for source, (lamp, receptacle) in product(self._sources(thing), lamps):
                held = self._take(walk, thing, source)
                yield _add(self._go(held, receptacle), ("use", lamp, receptacle))

    def _errand(self, errand: Errand, walk: Walk, *, is_last: bool) -> Iterator[Walk]:
        tools = [at for name in errand.treatments for at in self._tools(name)]
        for target in self._targets(errand, tools):
            there = {
                at
                for at, thing in enumerate(self._scene.things)
                if thing.kind == errand.thing and target in thing.receptacles
            }
            # Untreated things that lie there already need not be fetched.
            done = len(there) if not errand.treatments else 0
            candidates = self._candidates(errand, there if done else set())
            may_keep = is_last and errand.count == 1
            for chosen in permutations(candidates[:_MOST_CANDIDATES], errand.count - done):
                end = walk
                for thing in chosen:
                    ends = self._deliver(errand, thing, target, end, may_keep=may_keep)
                    end = min(ends, key=_length)
                yield end

    def _deliver(
        self, errand: Errand, thing: int, target: int, walk: Walk, *, may_keep: bool
    ) -> Iterator[Walk]:
        for source in self._sources(thing):
            walks = [self._take(walk, thing, source)]
            for treatment in errand.treatments:
                if treatment == "cool" and self._scene.things[thing].cool:
                    continue
                walks = [
                    _add(self._go(held, tool), (treatment, thing, tool))
                    for held in walks
                    for tool in self._tools(treatment)
                ]
            is_done = may_keep and self._is_still_listed(thing, source, errand.target)
            yield from walks if is_done else (self._put(held, thing, target) for held in walks)

    def _is_still_listed(self, thing: int, source: int, target: str) -> bool:
        """Tell whether a thing in two receptacles still counts as being in one of the type."""
        return any(
            self._home.types[at] == target
            for at in self._scene.things[thing].receptacles
            if at != source
        )

    def _take(self, walk: Walk, thing: int, source: int) -> Walk:
        return _add(self._open(self._go(walk, source), source), ("take", thing, source))

    def _put(self, walk: Walk, thing: int, target: int) -> Walk:
        return _add(self._open(self._go(walk, target), target), ("put", thing, target))

    def _go(self, walk: Walk, receptacle: int) -> Walk:
        place = self._home.places[receptacle]
        if walk.place == place:
            return walk
        room = self._home.rooms[receptacle]
        ways = tuple(("through", door, into) for door, into in self._routes[walk.room, room])
        return Walk((*walk.steps, *ways, ("go", receptacle, receptacle)), room, place, walk.opened)

    def _open(self, walk: Walk, receptacle: int) -> Walk:
        if receptacle not in self._scene.closed or receptacle in walk.opened:
            return walk
        steps = (*walk.steps, ("open", receptacle, receptacle))
        return Walk(steps, walk.room, walk.place, walk.opened | {receptacle})

    def _sources(self, thing: int) -> tuple[int, ...]:
        return self._scene.things[thing].receptacles

    def _tools(self, treatment: str) -> list[int]:
        return self._home.of_type(TREATMENTS[treatment].tool)

    def _candidates(self, errand: Errand, without: set[int]) -> list[int]:
        """Return the things of the kind, those that are quickly taken first."""
        found = [
            at
            for at, thing in enumerate(self._scene.things)
            if thing.kind == errand.thing and thing.receptacles and at not in without
        ]
        start = Walk((), self._scene.start)
        return sorted(
            found,
            key=lambda at: min(_length(self._take(start, at, s)) for s in self._sources(at)),
        )

    def _targets(self, errand: Errand, tools: list[int]) -> list[int]:
        """Return the receptacles of the type, one of those that can't differ in length."""
        things = [thing for thing in self._scene.things if thing.kind == errand.thing]
        special = {self._home.places[at] for thing in things for at in thing.receptacles}
        special |= {self._home.places[at] for at in tools}
        known: dict[object, int] = {}
        for at in self._home.of_type(errand.target):
            place = self._home.places[at]
            holds = sum(at in thing.receptacles for thing in things)
            key = (
                self._home.rooms[at],
                at in self._scene.closed,
                place if place in special else None,
                holds,
            )
            known.setdefault(key, at)
        return list(known.values())


def routes(home: Home) -> dict[tuple[int, int], Route]:
    """Return, for each two rooms, a shortest way: (door, room behind it) one after the other."""
    out: dict[tuple[int, int], Route] = {}
    for start in range(len(home.kinds)):
        out |= {(start, end): route for end, route in _routes_from(home, start).items()}
    return out


def _routes_from(home: Home, start: int) -> dict[int, Route]:
    found: dict[int, Route] = {start: ()}
    queue = deque([start])
    while queue:
        room = queue.popleft()
        for door, (one, other) in enumerate(home.doors):
            behind = other if room == one else one
            if room in (one, other) and behind not in found:
                found[behind] = (*found[room], (door, behind))
                queue.append(behind)
    return found


def _add(walk: Walk, step: Step) -> Walk:
    return Walk((*walk.steps, step), walk.room, walk.place, walk.opened)


def _length(walk: Walk) -> int:
    return len(walk.steps)


def _least(walks: Iterable[Walk], otherwise: Walk) -> Walk:
    return min(walks, key=_length, default=otherwise)

"""Draw what lies where in a home, so that its goal takes some doing and can be met."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from hgpo_envs.alfworld.generate.measured.families import model
from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.measured.placing import Placer
from hgpo_envs.alfworld.generate.measured.scene import Home, Thing
from hgpo_envs.alfworld.generate.measured.tally import Histogram
from hgpo_envs.alfworld.generate.measured.tasks import LAMP, TASKS, TREATMENTS, Errand, Goal
from hgpo_envs.draws import Draws

TARGET_ROOM = 0
"""The room with the target; needed things lie in other rooms where there are any."""


def draw_things(
    draws: Draws, home: Home, closed: Collection[int], goal: Goal, difficulty: Difficulty
) -> tuple[Thing, ...] | None:
    """Draw the things of a home, in a drawn order; None where a needed thing finds no place."""
    stocker = _Stocker(draws, home, closed, goal, difficulty)
    needed = [stocker.goal_things(errand) for errand in goal.errands]
    things = [thing for group in needed for thing in group]
    if any(not thing.receptacles for thing in things):
        return None
    if goal.is_look:
        things += stocker.lamps()
        if not any(thing.kind == LAMP for thing in things):
            return None
    for room in range(len(home.kinds)):
        things += stocker.others(room)
    return stocker.nest(draws.shuffled(things))


class _Stocker:
    def __init__(
        self,
        draws: Draws,
        home: Home,
        closed: Collection[int],
        goal: Goal,
        difficulty: Difficulty,
    ) -> None:
        self._draws = draws
        self._home = home
        self._goal = goal
        self._difficulty = difficulty
        self._placer = Placer(draws, home, closed)
        self._special = {*goal.things, *((LAMP,) if goal.is_look else ())}

    def goal_things(self, errand: Errand) -> list[Thing]:
        """Place the things of an errand's kind, those that are needed first."""
        total = errand.count + self._duplicates(errand)
        # A thing to be treated never lies in the tool; one that isn't, never at its target.
        forbidden = {TREATMENTS[name].tool for name in errand.treatments} or {errand.target}
        found = [self._place(errand, forbidden, rank < errand.count) for rank in range(total)]
        return [
            self._thing(errand.thing, at)
            for rank, at in enumerate(found)
            if at or rank < errand.count
        ]

    def lamps(self) -> list[Thing]:
        """Place the lamps to look under, all of them in the target's room."""
        histogram = dict(self._counts(TARGET_ROOM)[LAMP])
        histogram.pop("0", None)
        count = int(self._draws.weighted(histogram))
        found = [self._placer.place(LAMP, TARGET_ROOM, ()) for _ in range(count)]
        return [self._thing(LAMP, at) for at in found if at]

    def others(self, room: int) -> list[Thing]:
        """Draw what else there is in a room."""
        kinds = {
            kind: histogram
            for kind, histogram in self._counts(room).items()
            if kind not in self._special
        }
        if self._difficulty.distractors is not None:
            return self._distractors(room, kinds)
        return [
            self._thing(kind, self._placer.place_or_fix(kind, room), room)
            for kind, histogram in kinds.items()
            for _ in range(int(self._draws.weighted(histogram)))
        ]

    def nest(self, things: list[Thing]) -> tuple[Thing, ...]:
        """Put some things that may lie in others into one, in the same receptacle."""
        outers = [
            at
            for at, t in enumerate(things)
            if "isreceptacleobject" in t.properties and t.receptacles
        ]
        out = list(things)
        for at, thing in enumerate(things):
            outer = self._outer(thing, [o for o in outers if o != at], things)
            if outer is None or out[outer].container is not None:
                continue
            out[at] = replace(thing, container=outer, receptacles=out[outer].receptacles[:1])
            outers = [o for o in outers if o != at]
        return tuple(out)

    def _duplicates(self, errand: Errand) -> int:
        if self._difficulty.duplicates is not None:
            return self._draws.between(*self._difficulty.duplicates)
        seen = figures().observed[self._home.kinds[TARGET_ROOM]]["goal_things"]
        if self._goal.task in seen:
            least, histogram = errand.count, seen[self._goal.task]
        else:
            ask = next(a for a in TASKS[self._goal.task] if a.treatments == errand.treatments)
            least, histogram = min(ask.count, 2), seen[model(ask)]
        extra = {
            int(text) - least: games for text, games in histogram.items() if int(text) >= least
        }
        return self._draws.weighted(extra)

    def _place(
        self, errand: Errand, forbidden: Collection[str], is_needed: bool
    ) -> tuple[int, ...]:
        """Place a thing of an errand's kind; where there are doors, one is in the way."""
        rooms: Sequence[int] = range(len(self._home.kinds))
        with_target = {self._home.rooms[at] for at in self._home.of_type(errand.target)}
        if len(rooms) > 1:
            rooms = [room for room in rooms if room != TARGET_ROOM and room not in with_target]
        hidden = self._difficulty.hidden_percent if is_needed else None
        shut = None if hidden is None else self._draws.percent(hidden)
        for room in self._draws.shuffled(rooms):
            at = self._placer.place(errand.thing, room, forbidden, needed=is_needed, shut=shut)
            if at:
                return at
        return ()

    def _distractors(self, room: int, kinds: Mapping[str, Histogram]) -> list[Thing]:
        low, high = self._difficulty.distractors or (0, 0)
        weights = {
            kind: sum(int(text) * games for text, games in histogram.items())
            for kind, histogram in kinds.items()
            if self._placer.can_place(kind, room)
        }
        out = []
        for _ in range(self._draws.between(low, high) if weights else 0):
            kind = self._draws.weighted(weights)
            out.append(self._thing(kind, self._placer.place(kind, room, ()), room))
        return out

    def _counts(self, room: int) -> Mapping[str, Histogram]:
        return figures().observed[self._home.kinds[room]]["things"]

    def _thing(self, kind: str, receptacles: tuple[int, ...], room: int = TARGET_ROOM) -> Thing:
        properties = tuple(
            word
            for word, percent in figures().properties[kind].items()
            if percent == 100 or self._draws.percent(percent)
        )
        return Thing(
            kind=kind,
            receptacles=receptacles,
            properties=properties,
            room=self._home.rooms[receptacles[0]] if receptacles else room,
            cool=self._starts_cool(kind, receptacles, properties),
        )

    def _starts_cool(
        self, kind: str, receptacles: Iterable[int], properties: Collection[str]
    ) -> bool:
        """Tell whether a thing has been in the fridge so long that it is cool.

        In official games that is so for things of the goal's kind, unless they are to be cooled.
        """
        asked = any("cool" in errand.treatments for errand in self._goal.errands)
        return (
            not asked
            and kind in self._goal.things
            and "coolable" in properties
            and any(self._home.types[at] == "fridge" for at in receptacles)
        )

    def _outer(self, thing: Thing, outers: list[int], things: list[Thing]) -> int | None:
        counts = figures().observed[self._home.kinds[thing.room]]
        weights = counts["nested"].get(thing.kind)
        if not weights or thing.kind in self._special or not thing.receptacles:
            return None
        lying = sum(n for place, n in counts["placements"][thing.kind].items() if place)
        if self._draws.below(lying) >= sum(weights.values()):
            return None
        fitting = Counter(
            {
                at: weights[things[at].kind]
                for at in outers
                if things[at].kind in weights
                and things[at].room == thing.room
                and things[at].kind not in self._special
            }
        )
        return self._draws.weighted(fitting) if fitting else None

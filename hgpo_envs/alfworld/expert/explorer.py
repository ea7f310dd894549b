"""Act as a person would who reads the texts: search, fetch, treat, put."""

from collections import Counter
from collections.abc import Sequence

from hgpo_envs.alfworld.expert.errand import Errand, read_errands
from hgpo_envs.alfworld.expert.likelihood import known_things, promise, usual_places
from hgpo_envs.alfworld.expert.notes import Notes, kind_of

_TOOLS = {"clean": "sinkbasin", "heat": "microwave", "cool": "fridge"}
_REPEATS = 3
"""How often the same command may answer the same observation before something else is tried."""


class ExploringExpert:
    """A scripted agent that sees the texts and the admissible commands, and nothing else.

    It looks for the thing where such things usually lie, remembers what it saw on the way, and
    plays both dialects. It draws nothing at random: equal texts, equal actions.

    Example:
        >>> expert = ExploringExpert()
        >>> expert.reset("... you see a bed 1, and a desk 1. Your task is to: put a pen in desk.")
        >>> expert.act("", ("go to bed 1", "go to desk 1", "look"))
        'go to desk 1'
    """

    def __init__(self) -> None:
        self.reset("")

    def reset(self, opening_text: str) -> None:
        """Forget everything and read a game's opening text."""
        self._notes = Notes(opening_text)
        self._counts = Counter(kind_of(name) for name in self._notes.receptacles)
        self._errands = read_errands(opening_text, known_things(), self._counts)
        self._admissible: frozenset[str] = frozenset()
        self._out_of_reach: set[tuple[str, str]] = set()
        self._unfit: set[str] = set()
        self._asked: Counter[tuple[str, str]] = Counter()
        self._used: Counter[str] = Counter()

    def act(self, observation: str, admissible: Sequence[str]) -> str:
        """Return the next command.

        Args:
            observation: the answer to the last command (the opening text at first).
            admissible: the commands that are possible now; without any, ``look`` is returned.
        """
        self._notes.read(observation, admissible)
        self._admissible = frozenset(admissible)
        self._counts = Counter(kind_of(name) for name in self._notes.receptacles)
        command = self._decide()
        self._asked[observation, command] += 1
        if command not in self._admissible or self._asked[observation, command] > _REPEATS:
            command = min(admissible, key=lambda text: (self._used[text], text), default="look")
        self._used[command] += 1
        return command

    @property
    def _errand(self) -> Errand:
        """The first errand that is not done, as far as was seen; or the last one."""
        *others, last = self._errands
        for errand in others:
            if errand.under_lamp or len(self._delivered(errand)) < errand.count:
                return errand
        return last

    def _decide(self) -> str:
        errand, holding = self._errand, self._notes.holding
        if not holding:
            return self._fetch(errand)
        if kind_of(holding) != errand.thing:
            return self._lay_down()
        for treatment in filter(None, (errand.treatment, errand.also)):
            if (treatment, holding) not in self._notes.treated:
                return self._treat(treatment)
        return self._light(errand) if errand.under_lamp else self._deliver(errand)

    def _fetch(self, errand: Errand) -> str:
        """Take a thing of the right type: one that is here, one seen before, or search on."""
        found = [
            (thing, place)
            for thing, place in self._notes.where(errand.thing, leave=self._delivered(errand))
            if (thing, place) not in self._out_of_reach
        ]
        for thing, place in found:
            if f"take {thing} from {place}" in self._admissible:
                return f"take {thing} from {place}"
        for thing, place in found:
            if place not in self._notes.here or f"open {place}" in self._admissible:
                return self._reach(place)
            self._out_of_reach.add((thing, place))
        return self._search(errand.thing)

    def _delivered(self, errand: Errand) -> set[str]:
        """Return the things that are to stay where they are."""
        if errand.under_lamp:
            return set()
        lying = self._notes.where(errand.thing)
        if errand.count > 1:
            goal = self._goal_receptacle(errand)
            return {thing for thing, place in lying if place == goal}
        needed = {how for how in (errand.treatment, errand.also) if how}
        return {
            thing
            for thing, place in lying
            if kind_of(place) == errand.target
            and all((how, thing) in self._notes.treated for how in needed)
        }

    def _treat(self, treatment: str) -> str:
        """Clean, heat or cool what is held, at the tool that does it."""
        start = f"{treatment} {self._notes.holding} with "
        ready = sorted(command for command in self._admissible if command.startswith(start))
        return ready[0] if ready else self._go_to_kind(_TOOLS[treatment])

    def _light(self, errand: Errand) -> str:
        """Use the lamp, once it is known where it stands."""
        lamps = [name for name in self._notes.lamps if kind_of(name) == errand.target]
        for lamp in lamps:
            if f"use {lamp}" in self._admissible:
                return f"use {lamp}"
        seen = [place for _, place in self._notes.where(errand.target)]
        places = [self._notes.lamps[lamp] for lamp in lamps] + seen
        return self._reach(places[0]) if places else self._search(errand.target)

    def _deliver(self, errand: Errand) -> str:
        """Put what is held where it belongs."""
        place = self._goal_receptacle(errand)
        if not place:
            return self._notes.rooms.unexplored() or self._search(errand.thing)
        for command in (
            f"move {self._notes.holding} to {place}",
            f"put {self._notes.holding} in/on {place}",
        ):
            if command in self._admissible:
                return command
        if place in self._notes.here and f"open {place}" not in self._admissible:
            self._unfit.add(place)
            place = self._goal_receptacle(errand)
        return self._reach(place)

    def _goal_receptacle(self, errand: Errand) -> str:
        """Return the receptacle to deliver to: the one with most of the things in it, or here."""
        fitting = [
            name
            for name in self._notes.receptacles
            if kind_of(name) == errand.target and name not in self._unfit
        ]
        lying = Counter(place for _, place in self._notes.where(errand.thing))
        return max(fitting, key=lambda name: (lying[name], name in self._notes.here), default="")

    def _lay_down(self) -> str:
        """Get rid of a thing that the errand does not ask for."""
        laying = [command for command in self._admissible if command.startswith(("move ", "put "))]
        return min(laying, default="") or self._search(self._errand.thing)

    def _go_to_kind(self, kind: str) -> str:
        names = [name for name in self._notes.receptacles if kind_of(name) == kind]
        if names:
            return self._reach(names[0])
        return self._notes.rooms.unexplored() or self._search(kind)

    def _reach(self, place: str) -> str:
        """Go to a receptacle, or open it, or look into it if it is at the present place."""
        if door := self._notes.rooms.towards(place):
            return door
        for command in (f"go to {place}", f"open {place}", f"examine {place}"):
            if command in self._admissible:
                return command
        return "look"

    def _search(self, thing: str) -> str:
        """Look into the most promising receptacle that was not looked into yet."""
        notes = self._notes
        unseen = [name for name in notes.receptacles if name not in notes.contents]
        near = [name for name in unseen if notes.rooms.is_here(name)]
        usual = any(usual_places(thing)[kind_of(name)] for name in near)
        if not usual and (door := notes.rooms.unexplored()):
            return door
        if not unseen:
            return self._wander()
        return self._reach(max(near or unseen, key=lambda name: self._promise(thing, name)))

    def _promise(self, thing: str, place: str) -> float:
        kind = kind_of(place)
        here = place in self._notes.here
        return promise(thing, kind, count=self._counts[kind], here=here)

    def _wander(self) -> str:
        """Go where it has been least often."""
        going = [command for command in self._admissible if command.startswith("go to ")]
        return min(going, key=lambda command: (self._used[command], command), default="look")

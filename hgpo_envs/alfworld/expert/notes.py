"""What the expert has read so far: where things are, what is open, what it holds."""

import re
from collections.abc import Iterable, Sequence

from hgpo_envs.alfworld.expert.rooms import Rooms

_LISTED = re.compile(r"\ba (\w+ \d+)")
_CONTENT = re.compile(r"(?:On the (\w+ \d+)|The (\w+ \d+) is open\. In it), you see ([^.]*)\.")
_PICKED = re.compile(r"You pick up the (\w+ \d+) from the (\w+ \d+)\.")
_LAID = re.compile(r"You (?:move|put) the (\w+ \d+) (?:to|in/on) the (\w+ \d+)\.")
_TREATED = re.compile(r"You (clean|heat|cool) the (\w+ \d+) using the \w+ \d+\.")
_TAKE = re.compile(r"take (\w+ \d+) from (\w+ \d+)$")
_USE = re.compile(r"use (\w+ \d+)$")

_UNDONE_BY = {"heat": "cool", "cool": "heat"}


def kind_of(name: str) -> str:
    """Return the type of a named thing: "mug" of "mug 2"."""
    return name.rpartition(" ")[0]


class Notes:
    """A reader's notes; every text that comes in is added to them."""

    def __init__(self, opening_text: str) -> None:
        listing = opening_text.partition("you see ")[2].partition(".")[0]
        self.receptacles: tuple[str, ...] = tuple(sorted(_LISTED.findall(listing), key=_by_number))
        self.contents: dict[str, list[str]] = {}
        """What was last seen in each receptacle; only those that were looked into are here."""
        self.holding = ""
        self.treated: set[tuple[str, str]] = set()
        """(treatment, thing) pairs that were done."""
        self.lamps: dict[str, str] = {}
        """Things with a switch, and a receptacle at whose place they can be used."""
        self.rooms = Rooms(opening_text, self.receptacles)
        self.here: frozenset[str] = frozenset()
        """The receptacles at the present place."""

    def read(self, observation: str, admissible: Sequence[str]) -> None:
        """Take in an observation and the commands that go with it."""
        if new := self.rooms.read(observation, admissible):
            self.receptacles = tuple(sorted((*self.receptacles, *new), key=_by_number))
        for on, inside, listing in _CONTENT.findall(observation):
            self.contents[on or inside] = [
                thing for thing in _LISTED.findall(listing) if thing != self.holding
            ]
        if picked := _PICKED.search(observation):
            self.holding = picked[1]
            for things in self.contents.values():
                if picked[1] in things:
                    things.remove(picked[1])
        if laid := _LAID.search(observation):
            self.holding = ""
            self.contents.setdefault(laid[2], []).append(laid[1])
        if treated := _TREATED.search(observation):
            self.treated.discard((_UNDONE_BY.get(treated[1], ""), treated[2]))
            self.treated.add((treated[1], treated[2]))
        self._read_commands(admissible)

    def _read_commands(self, admissible: Sequence[str]) -> None:
        known = set(self.receptacles)
        self.here = frozenset(
            name for command in admissible if (name := command.removeprefix("examine ")) in known
        )
        for command in admissible:
            if take := _TAKE.match(command):
                things = self.contents.setdefault(take[2], [])
                if take[1] not in things:
                    things.append(take[1])
            elif (use := _USE.match(command)) and self.here:
                self.lamps[use[1]] = min(self.here)

    def where(self, kind: str, *, leave: Iterable[str] = ()) -> list[tuple[str, str]]:
        """Return (thing, receptacle) for each thing of a type that was seen and not left out."""
        left = set(leave)
        return [
            (thing, receptacle)
            for receptacle in self.receptacles
            for thing in self.contents.get(receptacle, ())
            if kind_of(thing) == kind and thing not in left
        ]


def _by_number(name: str) -> tuple[str, int]:
    kind, _, number = name.rpartition(" ")
    return kind, int(number)

"""The map that the expert draws of rooms joined by doors; with one room it stays empty."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

_MIDDLE = re.compile(r"You are in the middle of the (\w+ \d+)\.")
_THROUGH = re.compile(
    r"You go through the (\w+ \d+) into the (\w+ \d+)\. Looking quickly around you, you see ([^.]*)"
)
_DOOR = "go through "

# Tells of a room and a door in it.
Wanted: TypeAlias = Callable[[str, str], bool]


class Rooms:
    """Which receptacle is in which room, and which door leads where.

    Example:
        >>> rooms = Rooms("You are in the middle of the kitchen 1.", ("fridge 1",))
        >>> rooms.read("", ("go through door 1", "go to fridge 1"))
        ()
        >>> rooms.unexplored()
        'go through door 1'
    """

    def __init__(self, opening_text: str, receptacles: Sequence[str]) -> None:
        middle = _MIDDLE.search(opening_text)
        self.here = middle[1] if middle else ""
        self._room_of = dict.fromkeys(receptacles, self.here)
        self._doors: dict[str, tuple[str, ...]] = {}
        self._leads: dict[tuple[str, str], str] = {}

    def read(self, observation: str, admissible: Sequence[str]) -> tuple[str, ...]:
        """Take in a text and the commands that go with it; return the receptacles that are new."""
        listing = ""
        if through := _THROUGH.search(observation):
            door, room, listing = _DOOR + through[1], through[2], through[3]
            self._leads[self.here, door], self._leads[room, door] = room, self.here
            self.here = room
        doors = tuple(command for command in admissible if command.startswith(_DOOR))
        if doors:
            self._doors[self.here] = doors
        new = tuple(n for n in re.findall(r"\ba (\w+ \d+)", listing) if n not in self._room_of)
        self._room_of.update(dict.fromkeys(new, self.here))
        return new

    def is_here(self, receptacle: str) -> bool:
        """Whether a receptacle is in the present room."""
        return self._room_of.get(receptacle, self.here) == self.here

    def towards(self, receptacle: str) -> str:
        """Return the command that leads towards a receptacle's room; "" in the room itself."""
        goal = self._room_of.get(receptacle, self.here)
        if goal == self.here:
            return ""
        return self._first_door(lambda room, door: self._leads.get((room, door)) == goal)

    def unexplored(self) -> str:
        """Return the command that leads towards the nearest door not gone through yet, or ""."""
        return self._first_door(lambda room, door: (room, door) not in self._leads)

    def _first_door(self, wanted: Wanted) -> str:
        """Return the first door on the shortest known way to one that is wanted."""
        waiting, seen = [(self.here, "")], {self.here}
        while waiting:
            room, first = waiting.pop(0)
            for door in self._doors.get(room, ()):
                if wanted(room, door):
                    return first or door
                beyond = self._leads.get((room, door))
                if beyond is not None and beyond not in seen:
                    seen.add(beyond)
                    waiting.append((beyond, first or door))
        return ""

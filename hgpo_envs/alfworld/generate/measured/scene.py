"""A game before it is written down: a home, what lies where, and what is asked for."""

from dataclasses import dataclass

from hgpo_envs.alfworld.generate.measured.tasks import Goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """One room or several: what stands where, and which doors there are.

    The receptacles of all rooms are numbered through; a place is a number that receptacles share
    where they stand side by side.
    """

    kinds: tuple[str, ...]
    """The kind of each room."""
    types: tuple[str, ...]
    """The type of each receptacle."""
    rooms: tuple[int, ...]
    """The room of each receptacle."""
    places: tuple[int, ...]
    """The place of each receptacle."""
    openable: frozenset[int]
    """The receptacles that open and close."""
    doors: tuple[tuple[int, int], ...] = ()
    """The two rooms that each door joins."""

    def of_type(self, kind: str) -> list[int]:
        """Return the receptacles of a type."""
        return [at for at, other in enumerate(self.types) if other == kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """An object: what it is and where it is."""

    kind: str
    receptacles: tuple[int, ...]
    """Where it lies: usually one receptacle, sometimes several at once (a pan across two burners),
    or none for what belongs to the room itself, such as a window."""
    properties: tuple[str, ...] = ()
    """The predicates that hold of it for ever, such as ``pickupable``."""
    room: int = 0
    cool: bool = False
    container: int | None = None
    """The thing that it lies in, for example a bowl."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A whole game."""

    home: Home
    things: tuple[Thing, ...]
    closed: frozenset[int]
    goal: Goal
    sentence: str = ""
    start: int = 0
    """The room that the agent starts in."""

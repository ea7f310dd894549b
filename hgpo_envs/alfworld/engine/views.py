"""What is known of states: where the pivot is, the tables' rows, and the admissible commands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Args, Rows
from hgpo_envs.alfworld.engine.tables import Choice, Entry, Groups, Table

Entries: TypeAlias = tuple[Entry, ...] | list[Entry]


@dataclass(eq=False, slots=True)
class Offer:
    """The admissible commands of a state.

    Attributes:
        commands: their texts in code-point order.
        near: what those stand for that depend on the state.
        spot: knows what the others stand for.
    """

    commands: tuple[str, ...]
    near: list[Entries]
    spot: "Spot"

    def choice(self, command: str) -> Choice | None:
        """Return what a command stands for; None if it is not admissible."""
        spot = self.spot
        entry = spot.always.get(command)
        if entry is not None and command not in spot.barred:
            return entry[1].choice(entry[2], spot.place)
        for entries in (*self.near, *spot.parts):
            for known, table, row in entries:
                if known == command:
                    return table.choice(row, spot.place)
        return None


@dataclass(eq=False, slots=True)
class SettledOffer:
    """The admissible commands of a state in which several rows may have the same command.

    Attributes:
        commands: their texts in code-point order.
        choices: what they stand for.
    """

    commands: tuple[str, ...]
    choices: dict[str, Choice]

    def choice(self, command: str) -> Choice | None:
        """Return what a command stands for; None if it is not admissible."""
        return self.choices.get(command)


@dataclass(eq=False, slots=True)
class Spot:
    """What is known of one place of the pivot.

    Attributes:
        place: the pivot's arguments.
        rows: the entry of the state that lists the pivot's facts.
        whole: the key that is in the state while the pivot is there.
        keys: what to look up in the tables of each shape that fits.
        always: entries of all places, by command.
        barred: the commands among them that are not possible here.
        parts: further entries that are always there.
        texts: the commands of both.
        plain: whether these are all different.
        latest: the offer computed last, which is often the next state's too.
    """

    place: Args
    rows: Rows
    whole: int
    keys: dict[int, Args]
    always: dict[str, Entry]
    barred: set[str]
    parts: list[Entries]
    texts: list[str]
    plain: bool
    latest: Offer | None


class Spots(dict[Args, Spot]):
    """What is known of places; a place is looked into when it is first asked for.

    Args:
        look: finds out about one.
    """

    __slots__ = ("_look",)

    def __init__(self, look: Callable[[Args], Spot]) -> None:
        super().__init__()
        self._look = look

    def __missing__(self, place: Args) -> Spot:
        self[place] = spot = self._look(place)
        return spot


@dataclass(eq=False, slots=True)
class View:
    """The tables' rows in all states that differ in nothing but the pivot.

    Attributes:
        mask: a bit for each fact that rows depend on and that has flipped since the start.
        groups: the rows of each table.
        full: the tables that have rows, or may find some, with those that they have.
        offers: those known, by the pivot's spot, or by all its facts where they are not one; never
            by None, which asks for one that is not known.
    """

    mask: int
    groups: list[Groups]
    full: list[tuple[Table, Groups]]
    offers: dict[Spot | Rows | None, Offer | SettledOffer]

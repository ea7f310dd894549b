"""Which commands a state admits, and what each of them does."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import contains
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Fact, Key, Pattern, Reader, Rows, World
from hgpo_envs.alfworld.engine.tables import Choice, Entry, Groups, Table
from hgpo_envs.alfworld.engine.ways import Way

Entries: TypeAlias = tuple[Entry, ...] | list[Entry]
# For each of the pivot's arguments, the objects that tables allow; and which of them they look up.
Shape: TypeAlias = tuple[tuple[frozenset[int], ...], tuple[int, ...]]

_MOST_VIEWS = 128
_NOWHERE: Args = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """The admissible commands of a state.

    Attributes:
        commands: their texts in code-point order.
        place: the pivot's arguments.
        parts: what the commands stand for.
        settled: the choice for each command, where several rows have the same.
    """

    commands: tuple[str, ...]
    place: Args
    parts: list[Entries]
    settled: dict[str, Choice] | None = None

    def choice(self, command: str) -> Choice | None:
        """Return what a command stands for; None if it is not admissible."""
        if self.settled is not None:
            return self.settled.get(command)
        for entries in self.parts:
            for known, table, row in entries:
                if known == command:
                    return table.choice(row, self.place)
        return None


@dataclass(frozen=True, slots=True)
class View:
    """The tables' rows in all states that differ in nothing but the pivot.

    Attributes:
        mask: a bit for each fact that rows depend on and that has flipped since the start.
        groups: the rows of each table.
        full: the tables that have rows, with those.
        offers: those known, by what is known of the pivot.
    """

    mask: int
    groups: tuple[Groups, ...]
    full: tuple[tuple[Table, Groups], ...]
    offers: dict[Rows, Offer]


@dataclass(frozen=True, slots=True)
class Spot:
    """What is known of one place of the pivot.

    Attributes:
        keys: what to look up in the tables of each shape; None if nothing there fits.
        parts: entries that are always there.
        texts: their commands, sorted.
    """

    keys: list[Args | None]
    parts: list[Entries]
    texts: list[str]


class Offers:
    """Computes and remembers the offers of one game.

    Args:
        schemas: the actions.
        ways: to fulfil their conditions.
        pivot: look-up of all facts of the pivot, if there is one.
        reader: reads the first state.
    """

    __slots__ = ("_fixed", "_pivot", "_shapes", "_spots", "_tables", "_views", "first", "symbols")

    def __init__(
        self,
        schemas: tuple[Schema, ...],
        ways: tuple[Way, ...],
        pivot: Pattern | None,
        reader: Reader,
    ) -> None:
        shapes: dict[Shape, int] = {}
        tables = list(_tables(schemas, ways, shapes, reader.world))
        self._shapes = tuple(shapes)
        self._tables = tuple(table for table in tables if not table.fixed)
        self._fixed = [(table, table.fill(reader)) for table in tables if table.fixed]
        self._spots: dict[Args, Spot] = {}
        self._pivot: Key | None = None if pivot is None else (pivot.tag,)
        self.symbols = frozenset().union(*[table.way.symbols for table in self._tables])
        self.first = self._view(0, [table.fill(reader) for table in self._tables])
        self._views = {0: self.first}

    def follow(self, view: View, flips: list[Fact], reader: Reader) -> View:
        """Return the view after some facts flipped that commands depend on."""
        mask = view.mask
        for flip in flips:
            mask ^= flip.bit
        known = self._views.get(mask)
        if known is None:
            if len(self._views) >= _MOST_VIEWS:
                self._views = {0: self.first}
            symbols = {flip.symbol for flip in flips}
            groups = [
                rows if symbols.isdisjoint(table.way.updates) else table.follow(rows, flips, reader)
                for table, rows in zip(self._tables, view.groups, strict=True)
            ]
            known = self._views[mask] = self._view(mask, groups)
        return known

    def offer(self, view: View, reader: Reader) -> Offer:
        """Return the offer of a state that `view` is of."""
        rows = reader.fluent(self._pivot) if self._pivot is not None else None
        known = view.offers.get(rows)
        if known is None:
            known = view.offers[rows] = self._compute(view, rows, reader)
        return known

    def _view(self, mask: int, groups: list[Groups]) -> View:
        full = [(table, rows) for table, rows in zip(self._tables, groups, strict=True) if rows]
        return View(mask, tuple(groups), tuple(full), {})

    def _compute(self, view: View, rows: Rows, reader: Reader) -> Offer:
        if rows is not None and len(rows) == 1:
            place = rows[0] if rows[0].__class__ is tuple else (rows[0],)
            spot = self._spots.get(place)
            if spot is None:
                spot = self._spots[place] = self._spot(place)
            near = _entries(view.full, spot.keys, place, reader)
            texts = [entry[0] for entries in near for entry in entries]
            texts += spot.texts
            if len(set(texts)) == len(texts):
                texts.sort()
                return Offer(tuple(texts), place, near + spot.parts)
        return self._settle(view, rows, reader)

    def _spot(self, place: Args) -> Spot:
        keys = [_key(shape, place) for shape in self._shapes]
        parts = _entries(self._fixed, keys, place, None)
        return Spot(keys, parts, sorted([entry[0] for entries in parts for entry in entries]))

    def _settle(self, view: View, rows: Rows, reader: Reader) -> Offer:
        """Compute an offer where commands may stand for several things: the first counts."""
        places = [row if isinstance(row, tuple) else (row,) for row in rows or ()]
        chosen: dict[str, Choice] = {}
        for place in places or [_NOWHERE]:
            spot = self._spot(place)
            for entries in _entries(view.full, spot.keys, place, reader) + spot.parts:
                for command, table, row in entries:
                    choice = table.choice(row, place)
                    chosen[command] = min(choice, chosen.get(command, choice))
        return Offer(tuple(sorted(chosen)), _NOWHERE, [], chosen)


def _entries(
    tables: Iterable[tuple[Table, Groups]],
    keys: list[Args | None],
    place: Args,
    reader: Reader | None,
) -> list[Entries]:
    """Return the entries of each table where the pivot is at one place."""
    parts = []
    for table, groups in tables:
        key = keys[table.shape]
        entries: Entries | None = groups.get(key) if key is not None else None
        if entries is None or (reader is not None and not table.open(reader, place)):
            continue
        for column, position in table.way.differ:
            value = place[position]
            entries = [entry for entry in entries if entry[2][column] != value]
        parts.append(entries)
    return parts


def _key(shape: Shape, place: Args) -> Args | None:
    """Return what to look up in the tables of a shape; None if nothing there fits."""
    kinds, positions = shape
    if kinds and not (place and all(map(contains, kinds, place))):
        return None
    return tuple([place[position] for position in positions])


def _tables(
    schemas: tuple[Schema, ...], ways: tuple[Way, ...], shapes: dict[Shape, int], world: World
) -> Iterator[Table]:
    for way in ways:
        search = way.search.within(world)
        if search is not None and all(kind in world.kinds for kind in way.types):
            kinds = tuple(world.kinds[kind] for kind in way.types)
            shape = (kinds, tuple(position for _, position in way.key))
            number = shapes.setdefault(shape, len(shapes))
            yield Table(way, schemas[way.number], world, search, number)

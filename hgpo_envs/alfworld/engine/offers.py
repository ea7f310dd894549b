"""Which commands a state admits, and what each of them does."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import contains
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Fact, Key, Pattern, Reader, Rows, World
from hgpo_envs.alfworld.engine.tables import Choice, Entry, Groups, Table
from hgpo_envs.alfworld.engine.ways import Picker, Way, picker

Entries: TypeAlias = tuple[Entry, ...] | list[Entry]
# For each of the pivot's arguments, the objects that tables allow; and which of them they look up.
Shape: TypeAlias = tuple[tuple[frozenset[int], ...], Picker]

_MOST_VIEWS = 128
_MOST_PREPARED = 100
_NOWHERE: Args = ()


@dataclass(eq=False, slots=True)
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


@dataclass(eq=False, slots=True)
class View:
    """The tables' rows in all states that differ in nothing but the pivot.

    Attributes:
        mask: a bit for each fact that rows depend on and that has flipped since the start.
        groups: the rows of each table.
        full: the tables that have rows, or may find some, with those that they have.
        offers: those known, by what is known of the pivot.
    """

    mask: int
    groups: tuple[Groups, ...]
    full: tuple[tuple[Table, Groups], ...]
    offers: dict[Rows, Offer]


@dataclass(eq=False, slots=True)
class Spot:
    """What is known of one place of the pivot.

    Attributes:
        keys: what to look up in the tables of each shape; None if nothing there fits.
        parts: entries that are always there.
        texts: their commands.
        plain: whether these are all different.
    """

    keys: list[Args | None]
    parts: list[Entries]
    texts: list[str]
    plain: bool


class Offers:
    """Computes and remembers the offers of one game.

    Args:
        schemas: the actions.
        ways: to fulfil their conditions.
        pivot: look-up of all facts of the pivot, if there is one.
        reader: reads the first state.
    """

    __slots__ = (
        "_always",
        "_fixed",
        "_pivot",
        "_plain",
        "_shapes",
        "_spots",
        "_tables",
        "_views",
        "first",
        "symbols",
    )

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
        texts = [e[0] for _, rows in self._fixed for entries in rows.values() for e in entries]
        self._always = frozenset(texts)
        self._plain = len(self._always) == len(texts)
        self._spots: dict[Args, Spot] = {}
        self._pivot: Key | None = None if pivot is None else (pivot.tag,)
        self.symbols = frozenset().union(*[table.way.symbols for table in self._tables])
        groups = [table.fill(reader) for table in self._tables]
        self.first = self._view(0, groups, reader)
        self._views = {0: self.first}

    def prepare(self, reader: Reader) -> list[Args]:
        """Compute the offers of all places of the pivot that rows name, in the first state.

        Returns:
            The places.
        """
        rows = reader.fluent(self._pivot) if self._pivot is not None else None
        if rows is None or len(rows) != 1 or rows[0].__class__ is not tuple:
            return []
        places = self._places(rows[0])
        for place in places[:_MOST_PREPARED]:
            self.first.offers[place,] = self._compute(self.first, (place,), reader)
        return places[:_MOST_PREPARED]

    def _places(self, now: Args) -> list[Args]:
        """Return the places that differ from the present one in what a table looks up."""
        found = {now: None}
        for table, groups in (*self._fixed, *zip(self._tables, self.first.groups, strict=True)):
            positions = [position for _, position in table.way.key]
            for key in groups if len(positions) == 1 else ():
                place = list(now)
                place[positions[0]] = key[0]
                found[tuple(place)] = None
        return list(found)

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
            known = self._views[mask] = self._view(mask, groups, reader)
        return known

    def offer(self, view: View, reader: Reader) -> Offer:
        """Return the offer of a state that `view` is of."""
        rows = reader.fluent(self._pivot) if self._pivot is not None else None
        known = view.offers.get(rows)
        if known is None:
            known = view.offers[rows] = self._compute(view, rows, reader)
        return known

    def _view(self, mask: int, groups: list[Groups], reader: Reader) -> View:
        full = [
            (table, rows)
            for table, rows in zip(self._tables, groups, strict=True)
            if rows or table.wanted(reader)
        ]
        return View(mask, tuple(groups), tuple(full), {})

    def _compute(self, view: View, rows: Rows, reader: Reader) -> Offer:
        if rows is not None and len(rows) == 1:
            place = rows[0] if rows[0].__class__ is tuple else (rows[0],)
            spot = self._spots.get(place)
            if spot is None:
                spot = self._spots[place] = self._spot(place, reader)
            near = _entries(view.full, spot.keys, place, reader)
            texts = [entry[0] for entries in near for entry in entries]
            if spot.plain and len({*texts}) == len(texts) and self._always.isdisjoint(texts):
                texts += spot.texts
                texts.sort()
                return Offer(tuple(texts), place, near + spot.parts)
        return self._settle(view, rows, reader)

    def _spot(self, place: Args, reader: Reader) -> Spot:
        keys = [_key(shape, place) for shape in self._shapes]
        parts = _entries(self._fixed, keys, place, reader)
        texts = sorted([entry[0] for entries in parts for entry in entries])
        return Spot(keys, parts, texts, self._plain or len(set(texts)) == len(texts))

    def _settle(self, view: View, rows: Rows, reader: Reader) -> Offer:
        """Compute an offer where commands may stand for several things: the first counts."""
        places = [row if isinstance(row, tuple) else (row,) for row in rows or ()]
        chosen: dict[str, Choice] = {}
        for place in places or [_NOWHERE]:
            spot = self._spot(place, reader)
            for entries in _entries(view.full, spot.keys, place, reader) + spot.parts:
                for command, table, row in entries:
                    choice = table.choice(row, place)
                    chosen[command] = min(choice, chosen.get(command, choice))
        return Offer(tuple(sorted(chosen)), _NOWHERE, [], chosen)


def _entries(
    tables: Iterable[tuple[Table, Groups]], keys: list[Args | None], place: Args, reader: Reader
) -> list[Entries]:
    """Return the entries of each table where the pivot is at one place."""
    parts = []
    for table, groups in tables:
        key = keys[table.shape]
        if key is None:
            continue
        entries: Entries | None = groups.get(key) if groups else table.near(key, reader)
        if not entries:
            continue
        if table.guards and not all(guard.passes(reader, place) for guard in table.guards):
            continue
        for column, position in table.way.differ:
            value = place[position]
            entries = [entry for entry in entries if entry[2][column] != value]
        parts.append(entries)
    return parts


def _key(shape: Shape, place: Args) -> Args | None:
    """Return what to look up in the tables of a shape; None if nothing there fits."""
    kinds, pick = shape
    if kinds and not (place and all(map(contains, kinds, place))):
        return None
    return pick(place)


def _tables(
    schemas: tuple[Schema, ...], ways: tuple[Way, ...], shapes: dict[Shape, int], world: World
) -> Iterator[Table]:
    for way in ways:
        search = way.search.within(world)
        if search is not None and all(kind in world.kinds for kind in way.types):
            kinds = tuple(world.kinds[kind] for kind in way.types)
            shape = (kinds, picker(tuple(position for _, position in way.key)))
            number = shapes.setdefault(shape, len(shapes))
            yield Table(way, schemas[way.number], world, search, number)

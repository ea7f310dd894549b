"""Tables of the rows that fulfil each way of an action, and how they follow the state."""

from collections.abc import Iterable, Mapping
from itertools import product
from operator import contains, itemgetter
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Reader
from hgpo_envs.alfworld.engine.searches import NOTHING, Found
from hgpo_envs.alfworld.engine.ways import Picker, Update, Way, picker

# A command's text, the table that it is from, and its row there.
Entry: TypeAlias = tuple[str, "Table", Args]
# The entries of one game for each combination of the pivot's arguments that rows agree with.
Groups: TypeAlias = dict[Args, tuple[Entry, ...]]
# The number of a schema, and its arguments.
Choice: TypeAlias = tuple[int, Args]
# For each of the pivot's arguments, the type that tables allow; and which of them they look up.
Shape: TypeAlias = tuple[tuple[str, ...], Picker]
LiveShape: TypeAlias = tuple[tuple[frozenset[int], ...], list[tuple[int, Picker]]]
# What to do when a fact becomes true, or false: updates, each with whether rows may be lost and
# won. None: search again.
Steps: TypeAlias = tuple[tuple[Update, bool, bool], ...] | None
# A table's place among those that follow the state, the table, and what it does.
Follower: TypeAlias = tuple[int, "Table", Steps]


class Table:
    """One way of an action, for any game of its domain.

    Args:
        way: as compiled.
        schema: the action.
        shape: number of what it looks up of the pivot.

    Attributes:
        guards: of the way.
        direct: as the way says.
        shape: as given.
        way: as given.
    """

    __slots__ = (
        "_args",
        "_key",
        "_render",
        "_search",
        "_static",
        "_width",
        "direct",
        "guards",
        "shape",
        "way",
    )

    def __init__(self, way: Way, schema: Schema, shape: int) -> None:
        self.way = way
        self.shape = shape
        self.guards = way.guards
        self.direct = way.direct
        self._static = [p.tag for p in way.search.patterns if p.symbol not in way.symbols]
        self._search = way.search.solutions
        self._width = way.width
        self._args = _filler(way)
        self._key = way.place
        self._render = schema.template.render

    @property
    def fixed(self) -> bool:
        """Whether the rows are always the same and all count."""
        return not self.way.symbols

    def wanted(self, reader: Reader) -> bool:
        """Whether the rows of a direct way may be any in this state."""
        demand = self.way.search.demand
        return demand is None or reader.fluent(demand.base) is not None

    def choice(self, row: Args, place: Args) -> Choice:
        """Return the action that a row stands for where the pivot is at `place`."""
        return self.way.number, self._args(row + place)

    def fill(self, reader: Reader) -> Groups:
        """Search for all rows; of a direct way none are kept, but what it looks up is filed."""
        if not self.direct:
            return self._add({}, self._search(reader), reader)
        for tag in self._static:
            _ = reader.static[tag]
        return {}

    def near(self, key: Args, reader: Reader) -> list[Entry]:
        """Search for the entries of a direct way's rows with one key."""
        render, width = self._render, self._width
        return [(render(row[:width], reader), self, row) for row in self._search(reader, key)]

    def follow(self, groups: Groups, steps: Steps, args: Args, reader: Reader) -> Groups:
        """Return the groups after a fact flipped; the given ones stay as they are.

        Args:
            groups: as before.
            steps: this table's for the fact's symbol and for what it became.
            args: of the fact.
            reader: reads the state, in which all that flipped at once has flipped.
        """
        if steps is None:
            return self.fill(reader)
        for update, drops, finds in steps:
            values = update.values_of(args, reader) if finds or groups else None
            if values is None:
                continue
            if drops and groups:
                groups = _drop(update, groups, values, reader)
            if finds:
                rows = update.search.solutions(reader, values)
                groups = self._add(groups, rows, reader) if rows else groups
        return groups

    def _add(self, groups: Groups, rows: Found, reader: Reader) -> Groups:
        render, width, key = self._render, self._width, self._key
        added: dict[Args, list[Entry]] = {}
        for row in rows:
            entry = (render(row[:width], reader), self, row)
            known = added.get(place := key(row))
            if known is None:
                added[place] = [entry]
            else:
                known.append(entry)
        changed = groups.copy()
        for place, entries in added.items():
            old = changed.get(place)
            if old:
                new = {entry[2] for entry in entries}
                entries += [entry for entry in old if entry[2] not in new]
            entries.sort(key=itemgetter(0))
            changed[place] = tuple(entries)
        return changed


class Tables:
    """All tables of a domain.

    Attributes:
        shapes: what they look up of the pivot, by the shapes' numbers.
        fixed: the tables that never change.
        moving: those that follow the state.
        followers: for each symbol, those among `moving` that follow a fact of it that becomes
            false, and one that becomes true.
    """

    __slots__ = ("fixed", "followers", "moving", "shapes")

    def __init__(self, schemas: tuple[Schema, ...], ways: Iterable[Way]) -> None:
        numbers: dict[Shape, int] = {}
        tables = []
        for way in ways:
            shape = way.types, picker(tuple(position for _, position in way.key))
            number = numbers.setdefault(shape, len(numbers))
            tables.append(Table(way, schemas[way.number], number))
        self.shapes = tuple(numbers)
        self.fixed = [table for table in tables if table.fixed]
        self.moving = [table for table in tables if not table.fixed]
        followers: dict[str, tuple[list[Follower], list[Follower]]] = {}
        for place, table in enumerate(self.moving):
            for symbol, present in product(table.way.updates, (False, True)):
                both = followers.setdefault(symbol, ([], []))
                steps = _steps(table.way.updates[symbol], present)
                if steps != ():
                    both[present].append((place, table, steps))
        self.followers: Mapping[str, tuple[list[Follower], list[Follower]]] = followers


def _steps(updates: Iterable[Update] | None, present: bool) -> Steps:
    """Return what updates do when a fact becomes true, or false."""
    if updates is None:
        return None
    return tuple(
        (update, update.drops(present), update.finds(present))
        for update in updates
        if update.drops(present) or update.finds(present)
    )


def _filler(way: Way) -> Picker:
    """Return what picks an action's arguments out of a row followed by the pivot's arguments."""
    columns = list(range(way.width))
    for column, position in way.holes:
        if column < way.width:
            columns[column] = way.columns + position
    return picker(tuple(columns))


def live_shapes(shapes: Iterable[Shape], reader: Reader) -> list[LiveShape]:
    """Return shapes with the objects of one game in place of types, those of equal types together.

    Each is left with its number.
    """
    found: dict[tuple[str, ...], list[tuple[int, Picker]]] = {}
    for number, (types, pick) in enumerate(shapes):
        found.setdefault(types, []).append((number, pick))
    kinds = reader.kinds
    return [
        (tuple([kinds.get(kind, NOTHING) for kind in types]), picks)
        for types, picks in found.items()
    ]


def keys_of(shapes: Iterable[LiveShape], place: Args) -> dict[int, Args]:
    """Return what to look up in the tables of each shape; nothing for shapes that do not fit."""
    keys = {}
    for kinds, picks in shapes:
        if not kinds or (place and all(map(contains, kinds, place))):
            for number, pick in picks:
                keys[number] = pick(place)
    return keys


def _drop(update: Update, groups: Groups, values: Args, reader: Reader) -> Groups:
    """Leave out the rows that agree with a fact."""
    columns = update.columns
    changed = groups
    for key in _places(update, groups, values, reader):
        entries = groups.get(key, ())
        kept = [entry for entry in entries if columns(entry[2]) != values]
        if len(kept) < len(entries):
            changed = changed.copy() if changed is groups else changed
            if kept:
                changed[key] = tuple(kept)
            else:
                del changed[key]
    return changed


def _places(update: Update, groups: Groups, values: Args, reader: Reader) -> Iterable[Args]:
    """Return the keys of all groups that may have rows to drop."""
    if update.where is None:
        return groups
    return dict.fromkeys(update.where.solutions(reader, values))

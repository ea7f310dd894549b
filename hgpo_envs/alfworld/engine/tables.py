"""A way's rows in one game, and how they follow the state."""

from collections.abc import Callable, Iterable, Mapping
from operator import contains, itemgetter
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Reader, World
from hgpo_envs.alfworld.engine.steps import Found
from hgpo_envs.alfworld.engine.ways import Update, Way

Search: TypeAlias = Callable[[Reader, Args], Found]
# A command's text, the table that it is from, and its row there.
Entry: TypeAlias = tuple[str, "Table", Args]
# The entries for each combination of the pivot's arguments that rows agree with.
Groups: TypeAlias = dict[Args, tuple[Entry, ...]]
# The number of a schema, and its arguments.
Choice: TypeAlias = tuple[int, Args]
# What to do when a fact of a symbol flips; None: search again.
Updates: TypeAlias = Mapping[str, "tuple[LiveUpdate, ...] | None"]


class Table:
    """One way of an action in one game.

    Args:
        way: as compiled.
        schema: the action.
        world: the game's.
        search: the way's, for this game.
        shape: number of what it looks up of the pivot.

    Attributes:
        updates: what to do when a fact flips, by its symbol; None: search again.
    """

    __slots__ = (
        "_command_of",
        "_holes",
        "_key",
        "_search",
        "_width",
        "guards",
        "shape",
        "updates",
        "way",
    )

    def __init__(self, way: Way, schema: Schema, world: World, search: Search, shape: int) -> None:
        self.way = way
        self.shape = shape
        self.guards = way.guards
        self._search = search
        self._width = way.width
        self._holes = tuple((c, p) for c, p in way.holes if c < way.width)
        self._key = way.place
        self._command_of = _command(schema)
        self.updates: Updates = {
            symbol: None
            if updates is None
            else tuple(LiveUpdate(update, world) for update in updates if _fits(update, world))
            for symbol, updates in way.updates.items()
        }

    @property
    def fixed(self) -> bool:
        """Whether the rows are always the same and all count."""
        return not self.way.symbols

    def wanted(self, reader: Reader) -> bool:
        """Whether a direct way may find anything in this state."""
        demand = self.way.search.demand
        return self.way.direct and (demand is None or reader.fluent((demand.tag,)) is not None)

    def choice(self, row: Args, place: Args) -> Choice:
        """Return the action that a row stands for where the pivot is at `place`."""
        args = row[: self._width]
        if self._holes:
            filled = list(args)
            for column, position in self._holes:
                filled[column] = place[position]
            args = tuple(filled)
        return self.way.number, args

    def fill(self, reader: Reader) -> Groups:
        """Search for all rows; none are kept of a direct way."""
        return {} if self.way.direct else self._add({}, self._search(reader, ()), reader)

    def near(self, key: Args, reader: Reader) -> list[Entry]:
        """Search for the entries of a direct way's rows with one key."""
        command_of, width = self._command_of, self._width
        found = self._search(reader, key)
        return [(command_of(row[:width], reader), self, row) for row in found]

    def follow(
        self, groups: Groups, updates: "tuple[LiveUpdate, ...] | None", args: Args, reader: Reader
    ) -> Groups:
        """Return the groups after a fact flipped; the given ones stay as they are.

        Args:
            groups: as before.
            updates: this table's for the fact's symbol.
            args: the fact's.
            reader: reads the state, in which all that flipped at once has flipped.
        """
        if updates is None:
            return self.fill(reader)
        for update in updates:
            values = update.values(args, reader)
            if values is None:
                continue
            if groups:
                groups = update.drop(groups, values, reader)
            rows = update.search(reader, values)
            if rows:
                groups = self._add(groups, rows, reader)
        return groups

    def _add(self, groups: Groups, rows: Found, reader: Reader) -> Groups:
        command_of, width, key = self._command_of, self._width, self._key
        added: dict[Args, list[Entry]] = {}
        for row in rows:
            entry = (command_of(row[:width], reader), self, row)
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


class LiveUpdate:
    """An `Update` in one game."""

    __slots__ = ("_keys", "_kinds", "_simple", "_where", "search", "update")

    def __init__(self, update: Update, world: World) -> None:
        self.update = update
        self.search: Search = update.search.within(world) or _nothing
        self._where = None if update.where is None else update.where.within(world) or _nothing
        self._kinds = tuple(world.kinds[kind] for kind in update.kinds)
        self._keys: dict[Args, list[Args]] = {}
        self._simple = not update.same and not update.constants

    def values(self, args: Args, reader: Reader) -> Args | None:
        """Return the values that a fact gives to the atom's variables; None if it can't be it."""
        values = self.update.values(args)
        if not all(map(contains, self._kinds, values)):
            return None
        return values if self._simple or self._is_said(args, reader) else None

    def _is_said(self, args: Args, reader: Reader) -> bool:
        """Whether a fact has the constants of the atom, and equal arguments where it has such."""
        numbers = reader.world.numbers
        return all(args[first] == args[second] for first, second in self.update.same) and all(
            args[place] == numbers.get(known) for place, known in self.update.constants
        )

    def drop(self, groups: Groups, values: Args, reader: Reader) -> Groups:
        """Leave out the rows that agree with a fact."""
        columns = self.update.columns
        changed = groups
        for key in self._places(groups, values, reader):
            entries = groups.get(key, ())
            kept = [entry for entry in entries if columns(entry[2]) != values]
            if len(kept) < len(entries):
                changed = changed.copy() if changed is groups else changed
                if kept:
                    changed[key] = tuple(kept)
                else:
                    del changed[key]
        return changed

    def _places(self, groups: Groups, values: Args, reader: Reader) -> Iterable[Args]:
        """Return the keys of all groups that may have rows to drop."""
        if self._where is None:
            return groups
        known = self._keys.get(values)
        if known is None:
            known = self._keys[values] = list(dict.fromkeys(self._where(reader, values)))
        return known


def _fits(update: Update, world: World) -> bool:
    return all(kind in world.kinds for kind in update.kinds)


def _nothing(reader: Reader, given: Args) -> Found:
    return []


def _command(schema: Schema) -> Callable[[Args, Reader], str]:
    render = schema.template.render
    if schema.template.needs.fluents:
        return render
    texts: dict[object, str] = {}
    key_of = schema.template.needs.key()

    def command(args: Args, reader: Reader) -> str:
        key = key_of(args)
        known = texts.get(key)
        if known is None:
            known = texts[key] = render(args, reader)
        return known

    return command

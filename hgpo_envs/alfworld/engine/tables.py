"""A way's rows in one game, and how they follow the state."""

from collections.abc import Callable, Iterable, Mapping
from operator import contains, itemgetter
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import Args, Fact, Reader, World
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
_Updates: TypeAlias = Mapping[str, "tuple[_Update, ...] | None"]


class Table:
    """One way of an action in one game.

    Args:
        way: as compiled.
        schema: the action.
        world: the game's.
        search: the way's, for this game.
        shape: number of what it looks up of the pivot.
    """

    __slots__ = (
        "_command_of",
        "_holes",
        "_key",
        "_search",
        "_updates",
        "_width",
        "guards",
        "shape",
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
        self._updates: _Updates = {
            symbol: None
            if updates is None
            else tuple(_Update(update, world) for update in updates if _fits(update, world))
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

    def follow(self, groups: Groups, flips: list[Fact], reader: Reader) -> Groups:
        """Return the groups after some facts flipped; the given ones stay as they are."""
        changed = groups
        for flip in flips:
            if flip.symbol not in self._updates:
                continue
            updates = self._updates[flip.symbol]
            if updates is None:
                return self.fill(reader)
            for update in updates:
                values = update.values(flip.args, reader)
                if values is not None:
                    changed = update.drop(changed, values, reader)
                    changed = self._add(changed, update.search(reader, values), reader)
        return changed

    def _add(self, groups: Groups, rows: Found, reader: Reader) -> Groups:
        if not rows:
            return groups
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


class _Update:
    """An `Update` in one game."""

    __slots__ = ("_keys", "_kinds", "_where", "search", "update")

    def __init__(self, update: Update, world: World) -> None:
        self.update = update
        self.search: Search = update.search.within(world) or _nothing
        self._where = None if update.where is None else update.where.within(world) or _nothing
        self._kinds = tuple(world.kinds[kind] for kind in update.kinds)
        self._keys: dict[Args, list[Args]] = {}

    def values(self, args: Args, reader: Reader) -> Args | None:
        """Return the values that a fact gives to the atom's variables; None if it can't be it."""
        update = self.update
        for first, second in update.same:
            if args[first] != args[second]:
                return None
        for place, known in update.constants:
            if args[place] != reader.world.numbers.get(known):
                return None
        values = update.values(args)
        return values if all(map(contains, self._kinds, values)) else None

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

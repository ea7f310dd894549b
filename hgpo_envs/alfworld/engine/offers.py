"""Which commands a state admits, and what each of them does."""

from collections.abc import Iterable, Iterator
from operator import contains
from typing import TypeAlias

from hgpo_envs.alfworld.engine.actions import Schema
from hgpo_envs.alfworld.engine.facts import (
    Args,
    Fact,
    Key,
    Pattern,
    Reader,
    Rows,
    World,
    whole_pattern,
)
from hgpo_envs.alfworld.engine.tables import Choice, Groups, LiveUpdate, Table
from hgpo_envs.alfworld.engine.views import Entries, Offer, SettledOffer, Spot, View
from hgpo_envs.alfworld.engine.ways import Picker, Way, picker

# For each of the pivot's arguments, the objects that tables allow; and which of them they look up.
Shape: TypeAlias = tuple[tuple[frozenset[int], ...], Picker]

# A table's place among those that follow the state, the table, and its updates.
Follower: TypeAlias = tuple[int, Table, tuple[LiveUpdate, ...] | None]

_MOST_VIEWS = 32
_MOST_PREPARED = 100
_NOWHERE: Args = ()


class Offers:
    """Computes and remembers the offers of one game.

    Args:
        schemas: the actions.
        ways: to fulfil their conditions.
        pivot: look-up of all facts of the pivot, if there is one.
        reader: reads the first state.

    Attributes:
        first: the view of the first state.
        symbols: of the facts that offers depend on, the pivot left out.
        pivot: the key of the entry that lists the pivot's facts.
    """

    __slots__ = (
        "_always",
        "_fixed",
        "_followers",
        "_plain",
        "_reader",
        "_shapes",
        "_spots",
        "_tables",
        "_texts",
        "_views",
        "_whole",
        "first",
        "pivot",
        "symbols",
    )

    def __init__(
        self,
        schemas: tuple[Schema, ...],
        ways: tuple[Way, ...],
        pivot: Pattern | None,
        reader: Reader,
    ) -> None:
        self.pivot: Key = ("",) if pivot is None else (pivot.tag,)
        self._whole = "" if pivot is None else whole_pattern(pivot.symbol).tag
        self._reader = reader
        shapes: dict[Shape, int] = {}
        tables = list(_tables(schemas, ways, shapes, reader.world))
        self._shapes = tuple(shapes)
        self._tables = [table for table in tables if not table.fixed]
        self._followers = _followers(self._tables)
        self.symbols = frozenset().union(*[table.way.symbols for table in self._tables])
        self._fixed = [(table, table.fill(reader)) for table in tables if table.fixed]
        texts = [e[0] for _, rows in self._fixed for entries in rows.values() for e in entries]
        self._texts = frozenset(texts)
        self._plain = len(self._texts) == len(texts)
        everywhere = [rows.get(_NOWHERE, ()) for table, rows in self._fixed if not table.way.key]
        entries = [entry for each in everywhere for entry in each]
        self._always = {entry[0]: entry for entry in entries} if self._plain else {}
        self._spots: dict[Args, Spot] = {}
        self.first = self._view(0, [table.fill(reader) for table in self._tables], reader)
        self._views = {0: self.first}
        self._prepare()

    def _prepare(self) -> None:
        """Compute the first view's offers for every place that rows name."""
        spot = self.locate(self._reader)
        for place in self._places(spot.place)[:_MOST_PREPARED] if spot is not None else ():
            self.offer(self.first, self.spot(place), self._reader)

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

    def spot(self, place: Args) -> Spot:
        """Return what is known of a place."""
        known = self._spots.get(place)
        if known is None:
            known = self._spots[place] = self._spot(place)
        return known

    def locate(self, reader: Reader) -> Spot | None:
        """Return where the pivot is; None if it is nowhere or in several places."""
        rows = reader.fluent(self.pivot)
        if rows is None or len(rows) != 1:
            return None
        return self.spot(rows[0] if rows[0].__class__ is tuple else rows)

    def follow(self, view: View, flips: list[Fact], reader: Reader) -> View:
        """Return the view after some facts flipped that commands depend on."""
        mask = view.mask
        for flip in flips:
            mask ^= flip.bit
        known = self._views.get(mask)
        if known is None:
            if len(self._views) >= _MOST_VIEWS:
                self._views = {0: self.first}
            groups = view.groups.copy()
            for flip in flips:
                for place, table, updates in self._followers.get(flip.symbol, ()):
                    groups[place] = table.follow(groups[place], updates, flip.args, reader)
            known = self._views[mask] = self._view(mask, groups, reader)
        return known

    def offer(self, view: View, spot: Spot | None, reader: Reader) -> Offer | SettledOffer:
        """Return the offer of a state.

        Args:
            view: of the state.
            spot: where the pivot is, as `locate` says.
            reader: reads the state.
        """
        if spot is None:
            rows = reader.fluent(self.pivot)
            known = view.offers.get(rows)
            if known is None:
                known = view.offers[rows] = self._settle(view, rows or (), reader)
            return known
        known = view.offers.get(spot)
        if known is None:
            known = view.offers[spot] = self._compute(view, spot, reader)
        return known

    def _view(self, mask: int, groups: list[Groups], reader: Reader) -> View:
        full = [
            (table, rows)
            for table, rows in zip(self._tables, groups, strict=True)
            if rows or table.wanted(reader)
        ]
        return View(mask, groups, full, {})

    def _compute(self, view: View, spot: Spot, reader: Reader) -> Offer | SettledOffer:
        near = _entries(view.full, spot.keys, spot.place, reader)
        texts = [entry[0] for entries in near for entry in entries]
        if not (spot.plain and len({*texts}) == len(texts) and self._texts.isdisjoint(texts)):
            return self._settle(view, spot.rows, reader)
        # What is sorted comes first, which makes sorting the whole a matter of a few insertions.
        commands = spot.texts + texts
        commands.sort()
        return Offer(tuple(commands), near, spot)

    def _spot(self, place: Args) -> Spot:
        keys = [_key(shape, place) for shape in self._shapes]
        parts = _entries(self._fixed, keys, place, self._reader)
        texts = sorted([entry[0] for entries in parts for entry in entries])
        return Spot(
            place=place,
            rows=(place if len(place) > 1 else place[0],),
            whole=(self._whole, *place),
            keys=keys,
            always=self._always,
            barred=self._always.keys() - texts,
            parts=[each for each in parts if each[0][0] not in self._always],
            texts=texts,
            plain=self._plain or len(set(texts)) == len(texts),
        )

    def _settle(self, view: View, rows: Rows, reader: Reader) -> SettledOffer:
        """Compute an offer where commands may stand for several things: the first counts."""
        places = [row if isinstance(row, tuple) else (row,) for row in rows]
        chosen: dict[str, Choice] = {}
        for place in places or [_NOWHERE]:
            keys = [_key(shape, place) for shape in self._shapes]
            for entries in _entries([*view.full, *self._fixed], keys, place, reader):
                for command, table, row in entries:
                    choice = table.choice(row, place)
                    chosen[command] = min(choice, chosen.get(command, choice))
        return SettledOffer(tuple(sorted(chosen)), chosen)


def _followers(tables: list[Table]) -> dict[str, list[Follower]]:
    """Return, for each symbol, the tables that follow its facts."""
    found: dict[str, list[Follower]] = {}
    for place, table in enumerate(tables):
        for symbol, updates in table.updates.items():
            found.setdefault(symbol, []).append((place, table, updates))
    return found


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
        if entries:
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

"""Which commands a state admits, and what each of them does."""

from bisect import insort
from collections.abc import Iterable

from hgpo_envs.alfworld.engine.facts import Args, Pattern, Reader, Rows, pack, unpack, whole_pattern
from hgpo_envs.alfworld.engine.indexes import Flip
from hgpo_envs.alfworld.engine.tables import (
    Choice,
    Follower,
    Groups,
    Table,
    Tables,
    keys_of,
    live_shapes,
)
from hgpo_envs.alfworld.engine.views import Entries, Offer, SettledOffer, Spot, Spots, View
from hgpo_envs.alfworld.engine.ways import all_pass

_MOST_VIEWS = 32
_MOST_PREPARED = 100
_NOWHERE: Args = ()
_NOBODY_FOLLOWS: tuple[list[Follower], list[Follower]] = ([], [])


class Offers:
    """Computes and remembers the offers of one game.

    Args:
        tables: of the domain.
        pivot: look-up of all facts of the pivot, if there is one.
        reader: reads the first state.

    Attributes:
        first: the view of the first state.
        pivot: the key of the entry that lists the pivot's facts.
        spots: what is known of each place.
    """

    __slots__ = (
        "_always",
        "_apart",
        "_bits",
        "_fixed",
        "_local",
        "_plain",
        "_reader",
        "_shapes",
        "_sorted",
        "_tables",
        "_texts",
        "_usual",
        "_views",
        "_whole",
        "_width",
        "first",
        "pivot",
        "spots",
    )

    def __init__(self, tables: Tables, pivot: Pattern | None, reader: Reader) -> None:
        self.pivot = 0 if pivot is None else pivot.base
        self._whole = 0 if pivot is None else whole_pattern(pivot.symbol).base
        self._width = 0 if pivot is None else pivot.arity
        self._reader = reader
        self._tables = tables
        self._shapes = live_shapes(tables.shapes, reader)
        self._fixed = [(table, table.fill(reader)) for table in tables.fixed]
        texts = [e[0] for _, rows in self._fixed for entries in rows.values() for e in entries]
        self._texts = frozenset(texts)
        self._plain = len(self._texts) == len(texts)
        # What is the same in all places but for a few commands is kept once.
        self._usual = [each for each in self._fixed if self._plain and not each[0].way.key]
        self._local = [each for each in self._fixed if each not in self._usual]
        entries = [entry for _, rows in self._usual for entry in rows.get(_NOWHERE, ())]
        self._always = {entry[0]: entry for entry in entries}
        self._sorted = sorted(self._always)
        self._apart = [_apart(table, rows) for table, rows in self._usual]
        self.spots = Spots(self._spot)
        self._bits: dict[int, int] = {}
        self.first = self._view(0, [table.fill(reader) for table in tables.moving], reader)
        self._views = {0: self.first}
        self._prepare()

    def _prepare(self) -> None:
        """Compute the first view's offers for every place that rows name."""
        spot = self.locate(self._reader)
        for place in self._places(spot.place)[:_MOST_PREPARED] if spot is not None else ():
            self.offer(self.first, self.spots[place], self._reader)

    def _places(self, now: Args) -> list[Args]:
        """Return the places that differ from the present one in what a table looks up."""
        found = {now: None}
        for table, groups in (
            *self._fixed,
            *zip(self._tables.moving, self.first.groups, strict=True),
        ):
            positions = [position for _, position in table.way.key]
            for key in groups if len(positions) == 1 else ():
                place = list(now)
                place[positions[0]] = key[0]
                found[tuple(place)] = None
        return list(found)

    def locate(self, reader: Reader) -> Spot | None:
        """Return where the pivot is; None if it is nowhere or in several places."""
        rows = reader.fluent(self.pivot)
        if rows is None or len(rows) != 1:
            return None
        return self.spots[unpack(rows[0], self._width)]

    def follow(self, view: View, flips: list[Flip], reader: Reader) -> View:
        """Return the view after some facts flipped that commands depend on."""
        mask = view.mask
        for _, _, key in flips:
            mask ^= self._bits.get(key) or self._bits.setdefault(key, 1 << len(self._bits))
        known = self._views.get(mask)
        if known is None:
            if len(self._views) >= _MOST_VIEWS:
                self._views = {0: self.first}
            groups = view.groups.copy()
            for symbol, args, key in flips:
                both = self._tables.followers.get(symbol, _NOBODY_FOLLOWS)
                for place, table, steps in both[reader.fluent(key) is not None]:
                    groups[place] = table.follow(groups[place], steps, args, reader)
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
            rows = reader.fluent(self.pivot) or ()
            known = view.offers.get(rows)
            if known is None:
                known = view.offers[rows] = self._settle(view, rows, reader)
            return known
        known = view.offers.get(spot)
        if known is None:
            known = view.offers[spot] = self._compute(view, spot, reader)
        return known

    def _view(self, mask: int, groups: list[Groups], reader: Reader) -> View:
        full = [
            (table, rows)
            for table, rows in zip(self._tables.moving, groups, strict=True)
            if rows or (table.direct and table.wanted(reader))
        ]
        return View(mask, groups, full, {})

    def _compute(self, view: View, spot: Spot, reader: Reader) -> Offer | SettledOffer:
        near = _entries(view.full, spot.keys, spot.place, reader)
        latest = spot.latest
        if latest is not None and latest.near == near:
            return latest
        texts = [entry[0] for entries in near for entry in entries]
        if not (spot.plain and len({*texts}) == len(texts) and self._texts.isdisjoint(texts)):
            return self._settle(view, spot.rows, reader)
        # What is sorted comes first, which makes sorting the whole a matter of a few insertions.
        commands = spot.texts + texts
        commands.sort()
        spot.latest = offer = Offer(tuple(commands), near, spot)
        return offer

    def _spot(self, place: Args) -> Spot:
        keys = keys_of(self._shapes, place)
        parts = _entries(self._local, keys, place, self._reader)
        barred = self._barred(keys, place)
        texts = self._sorted.copy()
        for text in barred:
            texts.remove(text)
        for entries in parts:
            for entry in entries:
                insort(texts, entry[0])
        packed = pack(place)
        return Spot(
            place=place,
            rows=(packed,),
            whole=self._whole + packed,
            keys=keys,
            always=self._always,
            barred=barred,
            parts=parts,
            texts=texts,
            plain=self._plain or len({*texts}) == len(texts),
            latest=None,
        )

    def _barred(self, keys: dict[int, Args], place: Args) -> set[str]:
        """Return the commands, of those of most places, that are not possible at one."""
        barred: set[str] = set()
        for (table, rows), apart in zip(self._usual, self._apart, strict=True):
            if table.shape not in keys:
                barred.update([entry[0] for entry in rows.get(_NOWHERE, ())])
            for position, texts in apart:
                barred.update(texts.get(place[position], ()))
        return barred

    def _settle(self, view: View, rows: Rows, reader: Reader) -> SettledOffer:
        """Compute an offer where commands may stand for several things: the first counts."""
        places = [unpack(row, self._width) for row in rows]
        chosen: dict[str, Choice] = {}
        for place in places or [_NOWHERE]:
            keys = keys_of(self._shapes, place)
            for entries in _entries([*view.full, *self._fixed], keys, place, reader):
                for command, table, row in entries:
                    choice = table.choice(row, place)
                    chosen[command] = min(choice, chosen.get(command, choice))
        return SettledOffer(tuple(sorted(chosen)), chosen)


def _apart(table: Table, rows: Groups) -> list[tuple[int, dict[int, list[str]]]]:
    """Return, for arguments of the pivot, which commands ask for another value than each."""
    found = []
    for column, position in table.way.differ:
        texts: dict[int, list[str]] = {}
        for text, _, row in rows.get(_NOWHERE, ()):
            texts.setdefault(row[column], []).append(text)
        found.append((position, texts))
    return found


def _entries(
    tables: Iterable[tuple[Table, Groups]], keys: dict[int, Args], place: Args, reader: Reader
) -> list[Entries]:
    """Return the entries of each table where the pivot is at one place."""
    parts = []
    for table, groups in tables:
        key = keys.get(table.shape)
        if key is None:
            continue
        entries: Entries | None = groups.get(key) if groups else table.near(key, reader)
        if not entries:
            continue
        if table.guards and not all_pass(table.guards, reader, place):
            continue
        for column, position in table.way.differ:
            value = place[position]
            entries = [entry for entry in entries if entry[2][column] != value]
        if entries:
            parts.append(entries)
    return parts

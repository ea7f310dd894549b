"""The ways to fulfil an action's condition, as tables that follow the state.

Most conditions of a household name one fact that nearly every command changes: where the agent
is. It is taken out, as the *pivot*; what is left is solved once for all places together, and a
command that only moves the agent looks its new place up. A change of another fact touches the
few rows that mention it, which an `Update` finds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Args, Pattern, Reader, whole_pattern
from hgpo_envs.alfworld.engine.joins import Join
from hgpo_envs.alfworld.engine.searches import NOTHING

# Picks some values of a row, always as a tuple.
Picker: TypeAlias = Callable[[Args], Args]


@lru_cache(maxsize=1024)
def picker(places: tuple[int, ...]) -> Picker:
    """Return the function that picks the values at some places."""
    if len(places) > 1:
        several: Picker = itemgetter(*places)
        return several
    if places:
        (only,) = places
        return lambda row: (row[only],)
    return lambda row: ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Update:
    """How the rows follow one fact that flips.

    Attributes:
        only: whether the rows that agree with the fact need it to be true, or to be false; None
            where some may do without.
        gains: what the fact may become without a row being lost; None where either may lose some.
        values: picks the values of the atom's variables out of the fact's arguments.
        kinds: those of them whose type says anything, each with its type.
        columns: picks them out of a row.
        same: pairs of arguments that must be equal for the atom to be the fact.
        constants: arguments that must be a given object, by its id.
        search: finds all rows that agree with the fact.
        where: finds all keys that such rows can have; None where no one fact that never changes
            tells.
    """

    only: bool | None
    gains: bool | None
    values: Picker
    kinds: tuple[tuple[int, str], ...]
    columns: Picker
    same: tuple[tuple[int, int], ...]
    constants: tuple[tuple[int, str], ...]
    search: Join
    where: Join | None

    def drops(self, present: bool) -> bool:
        """Whether rows may be lost when the fact becomes true, or false."""
        return self.only is not present and self.gains is not present

    def finds(self, present: bool) -> bool:
        """Whether rows may be won when the fact becomes true, or false."""
        return self.only is None or self.only is present

    def values_of(self, args: Args, reader: Reader) -> Args | None:
        """Return the values that a fact gives to the atom's variables; None if it can't be it."""
        values = self.values(args)
        for place, kind in self.kinds:
            if values[place] not in reader.kinds.get(kind, NOTHING):
                return None
        if self.same and any(args[first] != args[second] for first, second in self.same):
            return None
        return values if not self.constants or self._fits(args, reader) else None

    def _fits(self, args: Args, reader: Reader) -> bool:
        numbers = reader.world.numbers
        return all(args[place] == numbers[known] for place, known in self.constants)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A test of a fact whose arguments are the pivot's, made where commands are asked for.

    Attributes:
        key: returns the fact's whole key, given where the pivot is.
        symbol: of the fact.
        expected: whether it must be true.
    """

    key: Callable[[Args], int]
    symbol: str
    expected: bool


def all_pass(guards: tuple[Guard, ...], reader: Reader, place: Args) -> bool:
    """Whether commands are possible where the pivot is at `place`, as far as guards can tell."""
    # A loop, since a generator in all() takes twice as long.
    for guard in guards:  # noqa: SIM110
        if (reader.fluent(guard.key(place)) is not None) is not guard.expected:
            return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to fulfil an action's condition.

    A row holds the action's arguments, then what else the condition names. `key`, `holes`,
    `differ` and `types` speak of the pivot's arguments and are empty where the way has no pivot.

    Attributes:
        number: the action's place among all.
        width: how many arguments the action has.
        columns: how many values a row has.
        search: finds all rows; if the way is direct, those with a given key.
        direct: whether rows are searched for where they are asked for, because too many would
            have to follow one fact.
        symbols: of the facts that commands depend on and that can change.
        updates: for those that rows depend on, what to do when a fact flips; None: search again.
        pivot: whether the way asks for the pivot.
        key: columns that must agree with an argument of the pivot.
        place: picks those columns out of a row.
        holes: columns that the pivot's arguments fill.
        differ: columns that must not agree with an argument of the pivot.
        types: types that the pivot's arguments must have.
        guards: further tests of the pivot's arguments.
    """

    number: int
    width: int
    columns: int
    search: Join
    direct: bool
    symbols: frozenset[str]
    updates: Mapping[str, tuple[Update, ...] | None]
    pivot: bool
    key: tuple[tuple[int, int], ...]
    place: Picker
    holes: tuple[tuple[int, int], ...]
    differ: tuple[tuple[int, int], ...]
    types: tuple[str, ...]
    guards: tuple[Guard, ...]

    @property
    def patterns(self) -> frozenset[Pattern]:
        """Return all that the searches look up."""
        found = {whole_pattern(guard.symbol) for guard in self.guards}
        if self.direct and self.search.demand is not None:
            found.add(self.search.demand)
        for update in [update for each in self.updates.values() for update in each or ()]:
            found |= update.search.patterns
            found |= update.where.patterns if update.where is not None else frozenset()
        return self.search.patterns | found

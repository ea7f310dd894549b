"""Facts, looked up by some of their arguments.

A state is one dict. Its keys are ``(tag, value, ...)``: a pattern's tag and the values of the
arguments that the pattern binds; its values are the sorted remaining arguments of all true
facts that fit (bare where one remains), or True where none remains. What fits nothing has no
key. Objects are numbered in the order of their ids, so that sorting numbers sorts ids.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from hgpo_envs.alfworld.engine.unplayable import UnplayableError

# The shape of a value depends on its pattern's tag, which no type can tell.
Row: TypeAlias = Any
Rows: TypeAlias = Any
Key: TypeAlias = tuple[Any, ...]
State: TypeAlias = dict[Key, Rows]
Args: TypeAlias = tuple[int, ...]

TOO_MUCH = "its conditions combine too many objects"
_MOST_WORK = 200_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to look facts of one predicate up: the positions whose arguments are given.

    Example:
        >>> Pattern("inreceptacle/2", (1,)).tag
        'inreceptacle/2:1'
    """

    symbol: str
    bound: tuple[int, ...]

    @property
    def tag(self) -> str:
        """Return the first element of this pattern's keys."""
        return f"{self.symbol}:{','.join(map(str, self.bound))}"

    @property
    def arity(self) -> int:
        """Return how many arguments the predicate has."""
        return int(self.symbol.rpartition("/")[2])

    @property
    def whole(self) -> bool:
        """Whether all arguments are given: the question is whether the fact is true."""
        return len(self.bound) == self.arity


def whole_pattern(symbol: str) -> Pattern:
    """Return the pattern that binds every argument."""
    return Pattern(symbol, tuple(range(int(symbol.rpartition("/")[2]))))


class Index:
    """Splits facts into the key and the remaining arguments of one pattern."""

    __slots__ = ("_bound", "_free", "tag", "whole")

    def __init__(self, pattern: Pattern) -> None:
        self.tag = pattern.tag
        self.whole = pattern.whole
        self._bound = pattern.bound
        self._free = tuple(i for i in range(pattern.arity) if i not in pattern.bound)

    def split(self, args: Args) -> tuple[Key, Row]:
        """Return the key that finds this fact and what is left of it."""
        free = self._free
        rest = args[free[0]] if len(free) == 1 else tuple([args[i] for i in free])
        return (self.tag, *[args[i] for i in self._bound]), rest

    def fill(self, state: State, facts: Iterable[Args]) -> None:
        """Add all of a predicate's facts (sorted) to a state that has none of them."""
        if self.whole:
            tag = self.tag
            state.update({(tag, *args): True for args in facts})
            return
        found: dict[Key, list[Row]] = {}
        split = self.split
        for args in facts:
            key, rest = split(args)
            rows = found.get(key)
            if rows is None:
                found[key] = [rest]
            else:
                rows.append(rest)
        for key, rows in found.items():
            state[key] = tuple(rows)


@dataclass(frozen=True, slots=True)
class Change:
    """One fact made true or false, with every entry of the state that this touches."""

    whole: Key
    present: bool
    entries: tuple[tuple[Key, Row], ...]

    def apply(self, state: State) -> None:
        """Change a state in place; a fact that is as it should be stays."""
        if (self.whole in state) is self.present:
            return
        if self.present:
            state[self.whole] = True
            for key, rest in self.entries:
                rows = state.get(key, ())
                place = bisect_left(rows, rest)
                state[key] = (*rows[:place], rest, *rows[place:])
            return
        del state[self.whole]
        for key, rest in self.entries:
            rows = state[key]
            if len(rows) == 1:
                del state[key]
            else:
                place = bisect_left(rows, rest)
                state[key] = rows[:place] + rows[place + 1 :]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What never changes in a game: its objects and the facts that no action touches.

    `numbers` maps ids to numbers and `kinds` types to the objects that are of them, sub-types
    included; `ids`, `types` and `names` are indexed by object; `facts` are those that never
    change, by symbol, and `static` files them for look-up.
    """

    ids: Sequence[str]
    numbers: Mapping[str, int]
    types: Sequence[str]
    names: Sequence[str]
    kinds: Mapping[str, frozenset[int]]
    facts: Mapping[str, Sequence[Args]]
    static: State
    task: str


class Reader:
    """A view of one state for one computation; it notes which fluent entries were read."""

    __slots__ = ("_get", "kinds", "reads", "static", "work", "world")

    def __init__(self, world: World, get: Callable[[Key], Rows]) -> None:
        self.world = world
        self.static = world.static.get
        self.kinds = world.kinds
        self._get = get
        self.reads: dict[Key, Rows] = {}
        self.work = _MOST_WORK

    def fluent(self, key: Key) -> Rows:
        """Look an entry of the state up; None where nothing fits."""
        value = self.reads[key] = self._get(key)
        return value

    def spend(self, rows: int) -> None:
        """Count work, so that a hostile game can't keep the engine busy for ever.

        Raises:
            UnplayableError: this computation went over the limit.
        """
        self.work -= rows
        if self.work < 0:
            raise UnplayableError(TOO_MUCH)

"""Facts, looked up by some of their arguments.

A state is one dict. Its keys are ``(tag, value, ...)``: a pattern's tag and the values of the
arguments that the pattern binds; its values are the sorted remaining arguments of all true
facts that fit (bare where one remains), or True where none remains. What fits nothing has no
key. Objects are numbered in the order of their ids, so that sorting numbers sorts ids.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from hgpo_envs.alfworld.engine.unplayable import UnplayableError

# The shape of a value depends on its pattern's tag, which no type can tell.
Row: TypeAlias = Any
Rows: TypeAlias = Any
Key: TypeAlias = tuple[Any, ...]
State: TypeAlias = dict[Key, Rows]
Args: TypeAlias = tuple[int, ...]

TOO_MUCH = "its conditions combine too many objects"
MOST_WORK = 200_000


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


@lru_cache(maxsize=1024)
def whole_pattern(symbol: str) -> Pattern:
    """Return the pattern that binds every argument."""
    return Pattern(symbol, tuple(range(int(symbol.rpartition("/")[2]))))


class Index:
    """Splits facts into the key and the remaining arguments of one pattern."""

    __slots__ = ("key", "rest", "tag", "whole")

    def __init__(self, pattern: Pattern) -> None:
        self.tag = pattern.tag
        self.whole = pattern.whole
        self.key = _key_maker(self.tag, pattern.bound)
        free = tuple(i for i in range(pattern.arity) if i not in pattern.bound)
        self.rest = _rest_maker(free)

    def put(self, args: Args, present: bool, state: State) -> None:
        """Make a fact true or false of which nothing but this index, a whole one, knows."""
        if present:
            state[self.key(args)] = True
        else:
            state.pop(self.key(args), None)

    def fill(self, state: State, facts: Iterable[Args]) -> None:
        """Add all of a predicate's facts (sorted) to a state that has none of them."""
        key = self.key
        if self.whole:
            state.update({key(args): True for args in facts})
            return
        found: dict[Key, list[Row]] = defaultdict(list)
        rest = self.rest
        for args in facts:
            found[key(args)].append(rest(args))
        for known, rows in found.items():
            state[known] = tuple(rows)


@lru_cache(maxsize=4096)
def index_of(pattern: Pattern) -> Index:
    """Return the index of a pattern; games share it."""
    return Index(pattern)


def _key_maker(tag: str, bound: tuple[int, ...]) -> Callable[[Args], Key]:
    if not bound:
        return lambda args: (tag,)
    if len(bound) == 1:
        (only,) = bound
        return lambda args: (tag, args[only])
    if len(bound) == 2:
        first, second = bound
        return lambda args: (tag, args[first], args[second])
    return lambda args: (tag, *[args[i] for i in bound])


def _rest_maker(free: tuple[int, ...]) -> Callable[[Args], Row]:
    return itemgetter(*free) if free else lambda args: ()


class Fact:
    """A fact that can change, with every entry of the state that it touches.

    Args:
        symbol: of the predicate.
        args: objects.
        whole: splits it into the key that is in the state while it is true.
        others: split it into the entries that list it.
        bit: numbers the facts that commands depend on, as a power of two; 0 for others.
    """

    __slots__ = ("args", "bit", "entries", "symbol", "whole")

    def __init__(
        self, symbol: str, args: Args, whole: Index, others: Iterable[Index], bit: int
    ) -> None:
        self.symbol = symbol
        self.args = args
        self.whole = whole.key(args)
        self.entries = [(index.key(args), index.rest(args)) for index in others]
        self.bit = bit

    def become(self, present: bool, state: State) -> bool:
        """Make the fact true or false in a state, in place; say whether it was not so before."""
        if (self.whole in state) is present:
            return False
        if present:
            state[self.whole] = True
            for key, rest in self.entries:
                rows = state.get(key)
                if rows is None:
                    state[key] = (rest,)
                else:
                    place = bisect_left(rows, rest)
                    state[key] = (*rows[:place], rest, *rows[place:])
            return True
        del state[self.whole]
        for key, rest in self.entries:
            rows = state[key]
            if len(rows) == 1:
                del state[key]
            else:
                place = bisect_left(rows, rest)
                state[key] = rows[:place] + rows[place + 1 :]
        return True


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
    """A view of one state, for searches and texts.

    Attributes:
        fluent: looks an entry of the state up; None where nothing fits.
        static: the same for facts that never change.
        work: rows that the present computation may still go through.
    """

    __slots__ = ("fluent", "kinds", "names", "static", "types", "work", "world")

    def __init__(self, world: World, get: Callable[[Key], Rows]) -> None:
        self.world = world
        self.fluent = get
        self.static = world.static.get
        self.kinds = world.kinds
        self.names = world.names
        self.types = world.types
        self.work = MOST_WORK

    def spend(self, rows: int) -> None:
        """Count work, so that a hostile game can't keep the engine busy for ever.

        Raises:
            UnplayableError: this computation went over the limit.
        """
        self.work -= rows
        if self.work < 0:
            raise UnplayableError(TOO_MUCH)

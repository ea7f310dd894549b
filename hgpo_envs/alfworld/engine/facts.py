"""Facts, packed into numbers and looked up by some of their arguments.

Objects are numbered in the order of their ids, so that sorting numbers sorts ids. Several of them
are *packed* into one number, a fixed count of bits for each: a fact is its packed arguments, which
takes less room, and far less of the garbage collector's time, than a tuple would.

A state is one dict. Its keys pack a pattern's tag with the values of the arguments that the
pattern binds; its values are the sorted remaining arguments, packed, of all true facts that fit,
or True where none remains. What fits nothing has no key.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from hgpo_envs.alfworld.engine.unplayable import UnplayableError

if TYPE_CHECKING:
    from hgpo_envs.alfworld.engine.indexes import Index

# Rows of a look-up, or True: that depends on its pattern, which no type can tell.
Rows: TypeAlias = Any
State: TypeAlias = dict[int, Rows]
# Facts of one predicate, packed and sorted, each mapped to True.
Filed: TypeAlias = dict[int, bool]
Args: TypeAlias = tuple[int, ...]

TOO_MUCH = "its conditions combine too many objects"
MOST_WORK = 200_000
BITS = 20
#: The number that no object has.
NOBODY = (1 << BITS) - 1

_NO_FACTS: Filed = {}
_TAGS: dict[Pattern, int] = {}
_NEW_TAGS = count(1)


def pack(args: Iterable[int]) -> int:
    """Pack numbers of objects into one.

    Example:
        >>> pack((1, 2)) == (1 << BITS) + 2
        True
    """
    packed = 0
    for arg in args:
        packed = packed << BITS | arg
    return packed


def unpack(packed: int, width: int) -> Args:
    """Return the numbers that were packed into one."""
    if width == 1:
        return (packed,)
    if width == 2:
        return packed >> BITS, packed & NOBODY
    return tuple([packed >> BITS * place & NOBODY for place in reversed(range(width))])


def file_whole(facts: Iterable[int]) -> Filed:
    """File packed facts so that it can be looked up whether one is true."""
    return dict.fromkeys(sorted({*facts}), True)


def unpack_key(key: int) -> tuple[int, Args]:
    """Return the tag and the values of a state's key; a tag is never 0 and fits `BITS`."""
    width = (key.bit_length() - 1) // BITS
    tag = key >> BITS * width
    return tag, unpack(key - (tag << BITS * width), width)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to look facts of one predicate up: the positions whose arguments are given."""

    symbol: str
    bound: tuple[int, ...]

    @property
    def tag(self) -> int:
        """Return the number by which keys know this pattern in the present process."""
        known = _TAGS.get(self)
        if known is None:
            known = _TAGS.setdefault(self, next(_NEW_TAGS))
        return known

    @property
    def base(self) -> int:
        """Return the key of the numbers 0: what is bound is to be added, packed."""
        return self.tag << BITS * len(self.bound)

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


class StaticFacts(dict[int, Rows]):
    """The facts that never change, filed by a pattern when it is first looked up.

    Maps a pattern's tag to its entries, by packed values; or, where the pattern binds nothing, to
    the only entry.

    Args:
        facts: all facts of a game, by symbol.
        wholes: symbols of the predicates of which it may be asked whether a fact is true, by tag.
        indexes: symbol and index of all else that may be looked up, by tag.
    """

    __slots__ = ("_facts", "_indexes")

    def __init__(
        self,
        facts: Mapping[str, Filed],
        wholes: Mapping[int, str],
        indexes: Mapping[int, tuple[str, Index]],
    ) -> None:
        super().__init__({tag: facts.get(symbol, _NO_FACTS) for tag, symbol in wholes.items()})
        self._facts = facts
        self._indexes = indexes

    @property
    def facts(self) -> Iterator[tuple[str, Args]]:
        """Yield the facts of the game that were given, each a symbol and its arguments."""
        for symbol, found in self._facts.items():
            width = int(symbol.rpartition("/")[2])
            yield from [(symbol, unpack(fact, width)) for fact in found]

    def __missing__(self, tag: int) -> Rows:
        symbol, index = self._indexes[tag]
        filed = index.file(self._facts.get(symbol, _NO_FACTS), 0)
        self[tag] = found = filed if index.bound else filed.get(0)
        return found


class Numbers(dict[str, int]):
    """The numbers of objects by their ids, each known once it was asked for.

    Args:
        ids: all, sorted.
    """

    __slots__ = ("_ids",)

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__()
        self._ids = ids

    def __missing__(self, known: str) -> int:
        place = bisect_left(self._ids, known)
        found = self._ids[place : place + 1] == [known]
        self[known] = number = place if found else NOBODY
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What never changes in a game: its objects and the facts that no action touches.

    `kinds` maps types to the objects that are of them, sub-types included; `ids`, `types` and
    `names` are indexed by object; `numbers` are those of ids, `NOBODY` of one that the game does
    not have; `static` are the facts that never change.
    """

    numbers: Numbers
    ids: Sequence[str]
    types: Sequence[str]
    names: Sequence[str]
    kinds: Mapping[str, frozenset[int]]
    static: StaticFacts
    task: str


class Reader:
    """A view of one state, for searches and texts.

    Attributes:
        fluent: looks an entry of the state up; None where nothing fits.
        static: the same for facts that never change, by tag and then by value.
        work: rows that the present computation may still go through.
    """

    __slots__ = ("fluent", "kinds", "names", "static", "types", "work", "world")

    def __init__(self, world: World, get: Callable[[int], Rows]) -> None:
        self.world = world
        self.fluent = get
        self.static = world.static
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

"""Facts, looked up by some of their arguments, and a memory for what was computed from them.

A state is one dict. Its keys are ``(tag, value, ...)``: a pattern's tag and the values of the
arguments that the pattern binds; its values are the sorted remaining arguments of all true
facts that fit (bare where one remains), or True where none remains. What fits nothing has no
key. Objects are numbered in the order of their ids, so that sorting numbers sorts ids.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from hgpo_envs.alfworld.engine.unplayable import UnplayableError

# The shape of a value depends on its pattern's tag, which no type can tell.
Row: TypeAlias = Any
Rows: TypeAlias = Any
Key: TypeAlias = tuple[Any, ...]
State: TypeAlias = dict[Key, Rows]
Args: TypeAlias = tuple[int, ...]

TOO_MUCH = "its conditions combine too many objects"
_MOST_WORK = 200_000
_MOST_REMEMBERED = 512
_T = TypeVar("_T")


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


class _Branch:
    """The next entry to read, and what follows from each of its values."""

    __slots__ = ("key", "next")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.next: dict[Rows, _Branch | _Leaf] = {}


class _Leaf:
    """A result, and what must still be read, and found so, for it to be the one."""

    __slots__ = ("keys", "result", "values")

    def __init__(self, keys: tuple[Key, ...], values: tuple[Rows, ...], result: object) -> None:
        self.keys = keys
        self.values = values
        self.result = result


class Memo(Generic[_T]):
    """Remembers what a deterministic computation gave for what it read of the state.

    The reads of such a computation are a path in a decision tree: which entry is read next
    depends only on the values read before. The tree branches where known paths part.
    """

    __slots__ = ("_leaves", "_root")

    def __init__(self) -> None:
        self._root: Any = None
        self._leaves = 0

    def __call__(
        self, world: World, get: Callable[[Key], Rows], compute: Callable[[Reader], _T]
    ) -> _T:
        """Return what `compute` gives for the state behind `get`, from memory if possible."""
        node: Any = self._root
        while node.__class__ is _Branch:
            node = node.next.get(get(node.key))
        if node is not None:
            for key, value in zip(node.keys, node.values, strict=True):
                if get(key) != value:
                    break
            else:
                known: _T = node.result
                return known
        reader = Reader(world, get)
        result = compute(reader)
        self._learn(tuple(reader.reads), tuple(reader.reads.values()), result)
        return result

    def _learn(self, keys: tuple[Key, ...], values: tuple[Rows, ...], result: _T) -> None:
        if self._leaves >= _MOST_REMEMBERED:
            self._root, self._leaves = None, 0
        self._leaves += 1
        node: Any = self._root
        if node.__class__ is not _Branch:
            self._root = _join(node, keys, values, result)
            return
        for place, value in enumerate(values, start=1):
            following: Any = node.next.get(value)
            if following.__class__ is not _Branch:
                node.next[value] = _join(following, keys[place:], values[place:], result)
                return
            node = following


def _join(
    leaf: _Leaf | None, keys: tuple[Key, ...], values: tuple[Rows, ...], result: object
) -> _Branch | _Leaf:
    """Return the tree of a leaf, if there is one, and of a result whose reads part from its."""
    if leaf is None:
        return _Leaf(keys, values, result)
    top = branch = _Branch(keys[0])
    for place, (old, new) in enumerate(zip(leaf.values, values, strict=False), start=1):
        if old != new:
            branch.next[old] = _Leaf(leaf.keys[place:], leaf.values[place:], leaf.result)
            branch.next[new] = _Leaf(keys[place:], values[place:], result)
            break
        branch.next[old] = further = _Branch(keys[place])
        branch = further
    return top

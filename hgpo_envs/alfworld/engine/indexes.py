"""File facts under the keys by which they are looked up, and follow those that change."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import lru_cache

from hgpo_envs.alfworld.engine.facts import (
    BITS,
    NOBODY,
    Args,
    Filed,
    Pattern,
    State,
    pack,
    unpack,
)


class Index:
    """Splits facts into the key and the remaining arguments of one pattern.

    Attributes:
        base: the key of the numbers 0.
        bound: positions of the arguments in the key.
        whole: whether nothing remains.
        split: returns the key under which a fact is found, and its remaining arguments, packed.
    """

    __slots__ = ("_arity", "base", "bound", "split", "whole")

    def __init__(self, pattern: Pattern) -> None:
        self.base = pattern.base
        self.whole = pattern.whole
        self._arity = pattern.arity
        self.bound = pattern.bound
        self.split = _splitter(pattern)

    def key(self, args: Args) -> int:
        """Return the key under which a fact is found."""
        return self.split(args)[0]

    def put(self, args: Args, present: bool, state: State) -> None:
        """Make a fact true or false of which nothing but this index, a whole one, knows."""
        if present:
            state[self.key(args)] = True
        else:
            state.pop(self.key(args), None)

    def file(self, facts: Filed, base: int) -> State:
        """File all of a predicate's facts, which are sorted.

        Args:
            facts: packed.
            base: to add to the keys.
        """
        if self.whole:
            return dict.fromkeys(map(base.__add__, facts), True) if base else dict(facts)
        if not self.bound:
            return {base: tuple(facts)} if facts else {}
        if self._arity == 2:
            firsts = [base + (fact >> BITS) for fact in facts]
            seconds = [fact & NOBODY for fact in facts]
            if self.bound == (0,):
                return _grouped(firsts, seconds)
            return _grouped([base + second for second in seconds], [f - base for f in firsts])
        split, shift = self.split, base - self.base
        pairs = [split(unpack(fact, self._arity)) for fact in facts]
        return _grouped([key + shift for key, _ in pairs], [rest for _, rest in pairs])


def _grouped(keys: list[int], rests: list[int]) -> State:
    """File what remains of each fact under its key."""
    # Often each key has one fact, which takes no loop.
    filed = dict(zip(keys, zip(rests, strict=True), strict=True))
    if len(filed) == len(keys):
        return filed
    found: dict[int, list[int]] = {key: [] for key in filed}
    for key, rest in zip(keys, rests, strict=True):
        found[key].append(rest)
    return {key: tuple(rows) for key, rows in found.items()}


def _splitter(pattern: Pattern) -> Callable[[Args], tuple[int, int]]:
    base, bound = pattern.base, pattern.bound
    free = [i for i in range(pattern.arity) if i not in bound]
    if not free:
        return lambda args: (base + pack(args), 0)
    if pattern.arity == 2 and bound:
        (known,), (rest,) = bound, free
        return lambda args: (base + args[known], args[rest])
    return lambda args: (base + pack([args[i] for i in bound]), pack([args[i] for i in free]))


@lru_cache(maxsize=4096)
def index_of(pattern: Pattern) -> Index:
    """Return the index of a pattern; games share it."""
    return Index(pattern)


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
        self.entries = [index.split(args) for index in others]
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

"""File facts under the keys by which they are looked up, and follow those that change."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

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

# A fact that became true or false: its symbol and arguments, and the key of the whole fact.
Flip: TypeAlias = tuple[str, Args, int]
# Makes a fact true or false in a state, in place; returns the key of the whole fact, or 0 where
# nothing changed.
Turn: TypeAlias = Callable[[Args, bool, State], int]


class Index:
    """Splits facts into the key and the remaining arguments of one pattern.

    Attributes:
        base: the key of the numbers 0.
        bound: positions of the arguments in the key.
        key: returns the key under which a fact is found.
        whole: whether nothing remains.
        split: returns the key under which a fact is found, and its remaining arguments, packed.
    """

    __slots__ = ("_arity", "base", "bound", "key", "split", "whole")

    def __init__(self, pattern: Pattern) -> None:
        self.base = pattern.base
        self.whole = pattern.whole
        self._arity = pattern.arity
        self.bound = pattern.bound
        self.key = key_maker(pattern.base, pattern.bound)
        self.split = _splitter(pattern)

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


def key_maker(base: int, places: tuple[int, ...]) -> Callable[[Args], int]:
    """Make the function that adds what stands at some places, packed, to a base."""
    if len(places) == 1:
        (only,) = places
        return lambda args: base + args[only]
    if len(places) == 2:
        first, second = places
        return lambda args: base + (args[first] << BITS) + args[second]
    return lambda args: base + pack([args[place] for place in places])


def _splitter(pattern: Pattern) -> Callable[[Args], tuple[int, int]]:
    base, bound = pattern.base, pattern.bound
    free = [i for i in range(pattern.arity) if i not in bound]
    if not free:
        return lambda args: (base + pack(args), 0)
    if pattern.arity == 2 and bound:
        (known,), (rest,) = bound, free
        return lambda args: (base + args[known], args[rest])
    rest_of = key_maker(0, tuple(free))
    if not bound:
        return lambda args: (base, rest_of(args))
    key_of = key_maker(base, bound)
    return lambda args: (key_of(args), rest_of(args))


@lru_cache(maxsize=4096)
def index_of(pattern: Pattern) -> Index:
    """Return the index of a pattern; games share it."""
    return Index(pattern)


def turn_of(whole: Index, others: Iterable[Index]) -> Turn:
    """Make the function that makes facts of one predicate true or false.

    Args:
        whole: finds the key that is in the state while a fact is true.
        others: find the entries that list it.
    """
    key_of = whole.key
    splits = tuple([index.split for index in others])

    def turn(args: Args, present: bool, state: State) -> int:
        key = key_of(args)
        if (key in state) is present:
            return 0
        if present:
            state[key] = True
            for split in splits:
                _list(*split(args), state)
        else:
            del state[key]
            for split in splits:
                _strike(*split(args), state)
        return key

    return turn


def _list(key: int, rest: int, state: State) -> None:
    """Add what remains of a fact to an entry."""
    rows = state.get(key)
    if rows is None:
        state[key] = (rest,)
    else:
        place = bisect_left(rows, rest)
        state[key] = (*rows[:place], rest, *rows[place:])


def _strike(key: int, rest: int, state: State) -> None:
    """Take what remains of a fact out of an entry."""
    rows = state[key]
    if len(rows) == 1:
        del state[key]
    else:
        place = bisect_left(rows, rest)
        state[key] = rows[:place] + rows[place + 1 :]

"""Count what a plan can't do without.

A literal of the goal that doesn't hold must be made true, and so must, before it, what all moves
that bring it about need in common (Hoffmann, Porteous & Sebastia, 2004). Literals that share a
move are counted once, so the count is never more than the number of moves that are left, and no
move lowers it by more than one.
"""

from typing import TypeAlias

from hgpo_envs.alfworld.planner.abstraction import Abstraction
from hgpo_envs.alfworld.planner.conditions import bits

# The bit of an atom and whether it is to be true.
Literal: TypeAlias = tuple[int, bool]


class Landmarks:
    """The landmarks of an abstraction, for any of its states.

    Args:
        abstraction: the reduced problem.
    """

    def __init__(self, abstraction: Abstraction) -> None:
        self._goal = _literals(abstraction.goal.true, abstraction.goal.false)
        self._needs: dict[Literal, list[Literal]] = {}
        self._counted: dict[Literal, bool] = {}
        used: set[int] = set()
        waiting = list(self._goal)
        while waiting:
            literal = waiting.pop(0)
            if literal in self._needs:
                continue
            makers = [n for n in range(len(abstraction.moves)) if _makes(abstraction, n, literal)]
            self._counted[literal] = used.isdisjoint(makers)
            if self._counted[literal]:
                used.update(makers)
            self._needs[literal] = _common(abstraction, makers)
            waiting += self._needs[literal]

    def count(self, state: int) -> int:
        """Return how many landmarks are still to come in a state."""
        found = 0
        waiting = list(self._goal)
        seen: set[Literal] = set()
        while waiting:
            literal = waiting.pop()
            bit, true = literal
            if bool(state & bit) is true or literal in seen:
                continue
            seen.add(literal)
            found += self._counted[literal]
            waiting += self._needs[literal]
        return found


def _literals(true: int, false: int) -> list[Literal]:
    return [(bit, True) for bit in bits(true)] + [(bit, False) for bit in bits(false)]


def _makes(abstraction: Abstraction, number: int, literal: Literal) -> bool:
    """Whether a move may bring a literal about."""
    _, _, add, delete, _, branches = abstraction.moves[number]
    bit, true = literal
    for _, more, less in branches:
        add |= more
        delete |= less
    return bool((add if true else delete) & bit)


def _common(abstraction: Abstraction, makers: list[int]) -> list[Literal]:
    """Return what some moves all need."""
    if not makers:
        return []
    true = false = -1
    for number in makers:
        true &= abstraction.moves[number][0]
        false &= abstraction.moves[number][1]
    return _literals(true, false)

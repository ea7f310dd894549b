"""A game reduced to a few of its atoms.

Everything that is left out is taken to be as each action wants it, with two exceptions that
hold in the game itself: of a group of which at most one literal holds, those left out exclude
those kept, and no action is done before its level. So whatever can be done in the game can be
done here, and a shortest plan here is never longer than one there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from hgpo_envs.alfworld.planner.conditions import Clause, Condition, bits
from hgpo_envs.alfworld.planner.invariants import Group, Groups
from hgpo_envs.alfworld.planner.levels import NEVER, Levels
from hgpo_envs.alfworld.planner.model import Model
from hgpo_envs.alfworld.planner.operators import Operator, When

# A condition and what becomes true and false if it holds, in the few bits that are left.
Branch: TypeAlias = tuple[Condition, int, int]
# What must be true and false, what becomes true and false, further clauses, conditional effects.
Move: TypeAlias = tuple[int, int, int, int, tuple[Clause, ...], tuple[Branch, ...]]


@dataclass(frozen=True, slots=True)
class Abstraction:
    """The reduced problem, from one state to one goal.

    Attributes:
        moves: what can be done.
        gates: for each move how many actions must come before it.
        doubts: for each move how much of what it needs was left out and is not so at first.
        initial: the state.
        goal: what is to hold.
    """

    moves: tuple[Move, ...]
    gates: tuple[int, ...]
    doubts: tuple[int, ...]
    initial: int
    goal: Condition


def closed(model: Model, atoms: int) -> int:
    """Add the atoms that decide whether conditional effects change those that are kept."""
    while True:
        deciding = [
            when.condition.atoms for when in model.whens if (when.add | when.delete) & atoms
        ]
        more = reduce(or_, deciding, atoms)
        if more == atoms:
            return atoms
        atoms = more


class Part(NamedTuple):
    """Operators that need and do the same of the atoms that are kept.

    Attributes:
        action: what they need and do of them.
        gate: how many actions must come before the first of them.
        doubt: how much of what they need was left out and is not so at first.
        numbers: the operators.
    """

    action: Operator
    gate: int
    doubt: int
    numbers: list[int]


class Reduction:
    """A game reduced to the atoms that plans from one state may be about.

    It can be reduced further, which is faster than to start from the game each time.

    Args:
        model: the game.
        groups: its groups.
        levels: from the state to plan from.
        atoms: bits of the atoms to keep.
    """

    def __init__(self, model: Model, groups: Groups, levels: Levels, atoms: int) -> None:
        self.atoms = atoms
        self._groups = groups
        self._state = levels.state
        changing = (
            Part(model.operators[number], levels.earliest[number], 0, [number])
            for number in model.changing(atoms)
            if levels.earliest[number] < NEVER
        )
        self._parts = _reduced(changing, atoms, groups.of(atoms), levels.state)

    def abstraction(self, kept: list[int], goal: Condition) -> tuple[Abstraction, list[list[int]]]:
        """Reduce the game to some of the atoms.

        Args:
            kept: bits of the atoms to keep, in the order in which they get their new bits.
            goal: a condition over kept atoms.

        Returns:
            The abstraction, and for each of its moves the operators that it stands for.
        """
        mask = sum(kept)
        parts = _reduced(self._parts, mask, self._groups.of(mask), self._state)
        shrink = _Shrinker(kept)
        moves = sorted((shrink.move(part.action), place) for place, part in enumerate(parts))
        order = [parts[place] for _, place in moves]
        abstraction = Abstraction(
            tuple(move for move, _ in moves),
            tuple(part.gate for part in order),
            tuple(part.doubt for part in order),
            shrink.mask(self._state & mask),
            shrink.condition(goal),
        )
        return abstraction, [part.numbers for part in order]


def _reduced(parts: Iterable[Part], mask: int, groups: list[Group], state: int) -> list[Part]:
    found: dict[Operator, Part] = {}
    for action, gate, doubt, numbers in parts:
        if not action.changes & mask:
            continue
        less = _projected(action, mask, groups)
        if less is None:
            continue
        doubt += (action.needs.missing(state) & ~mask).bit_count()
        known = found.get(less)
        if known is None:
            found[less] = Part(less, gate, doubt, numbers)
        else:
            both = known.numbers + numbers
            found[less] = Part(less, min(gate, known.gate), min(doubt, known.doubt), both)
    return list(found.values())


def _projected(action: Operator, mask: int, groups: list[Group]) -> Operator | None:
    """Return what is left of an action; None if that is nothing or can't be."""
    needs = action.needs
    true, false = _needed(needs.true, needs.false, mask, groups)
    add, delete = action.add & mask, action.delete & mask
    if true & false:
        return None
    whens = tuple(
        When(when.condition, when.add & mask, when.delete & mask)
        for when in action.whens
        if (when.add | when.delete) & mask
    )
    if not add & ~true and not delete & ~false and not whens:
        return None
    clauses = tuple(clause for clause in needs.clauses if not (clause[0] | clause[1]) & ~mask)
    return Operator(Condition(true, false, clauses), add, delete, whens)


def _needed(true: int, false: int, mask: int, groups: list[Group]) -> tuple[int, int]:
    """Return what must be true and false of the kept atoms, for the sake of the others too."""
    out_true, out_false = true & ~mask, false & ~mask
    true &= mask
    false &= mask
    for group in groups if out_true or out_false else ():
        if out_true & group.true or out_false & group.false:
            false |= group.true & mask
            true |= group.false & mask
    return true, false


class _Shrinker:
    """Replaces the bits of the kept atoms by the lowest bits."""

    def __init__(self, kept: Iterable[int]) -> None:
        self._new = {bit: 1 << place for place, bit in enumerate(kept)}
        self._known: dict[int, int] = {}

    def mask(self, mask: int) -> int:
        known = self._known.get(mask)
        if known is None:
            known = 0
            for bit in bits(mask):
                known |= self._new[bit]
            self._known[mask] = known
        return known

    def move(self, action: Operator) -> Move:
        needs = self.condition(action.needs)
        branches = tuple(
            (self.condition(when.condition), self.mask(when.add), self.mask(when.delete))
            for when in action.whens
        )
        add, delete = self.mask(action.add), self.mask(action.delete)
        return needs.true, needs.false, add, delete, needs.clauses, branches

    def condition(self, condition: Condition) -> Condition:
        clauses = tuple((self.mask(some), self.mask(none)) for some, none in condition.clauses)
        return Condition(self.mask(condition.true), self.mask(condition.false), clauses)

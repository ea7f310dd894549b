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
from typing import TypeAlias

from hgpo_envs.alfworld.planner.conditions import Clause, Condition, bits
from hgpo_envs.alfworld.planner.invariants import Group, Groups
from hgpo_envs.alfworld.planner.levels import NEVER, Levels
from hgpo_envs.alfworld.planner.model import Model
from hgpo_envs.alfworld.planner.operators import Operator

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
        whens = (when for n in model.changing(atoms) for when in model.operators[n].whens)
        deciding = [when.condition.atoms for when in whens if (when.add | when.delete) & atoms]
        more = reduce(or_, deciding, atoms)
        if more == atoms:
            return atoms
        atoms = more


def abstract(
    model: Model, groups: Groups, levels: Levels, kept: list[int], goal: Condition
) -> tuple[Abstraction, list[list[int]]]:
    """Reduce a game to some atoms.

    Args:
        model: the game.
        groups: its groups.
        levels: from the state to plan from.
        kept: bits of the atoms to keep, in the order in which they get their new bits.
        goal: a condition over kept atoms.

    Returns:
        The abstraction, and for each of its moves the operators that it stands for.
    """
    mask = sum(kept)
    shrink = _Shrinker(kept)
    relevant = groups.of(mask)
    found: dict[Move, tuple[int, int, list[int]]] = {}
    for number in model.changing(mask):
        gate = levels.earliest[number]
        if gate == NEVER:
            continue
        operator = model.operators[number]
        move = _move(operator, mask, relevant, shrink)
        if move is None:
            continue
        doubt = (operator.needs.missing(levels.state) & ~mask).bit_count()
        known = found.get(move)
        if known is None:
            found[move] = (gate, doubt, [number])
        else:
            known[2].append(number)
            found[move] = (min(gate, known[0]), min(doubt, known[1]), known[2])
    order = sorted(found)
    abstraction = Abstraction(
        tuple(order),
        tuple(found[move][0] for move in order),
        tuple(found[move][1] for move in order),
        shrink.mask(levels.state & mask),
        shrink.condition(goal),
    )
    return abstraction, [found[move][2] for move in order]


def _move(operator: Operator, mask: int, groups: list[Group], shrink: "_Shrinker") -> Move | None:
    needs = operator.needs
    true, false = _needed(needs.true, needs.false, mask, groups)
    if true & false:
        return None
    add, delete = operator.add & mask, operator.delete & mask
    branches = tuple(
        (
            shrink.condition(when.condition),
            shrink.mask(when.add & mask),
            shrink.mask(when.delete & mask),
        )
        for when in operator.whens
        if (when.add | when.delete) & mask
    )
    if not add & ~true and not delete & ~false and not branches:
        return None
    clauses = tuple(
        (shrink.mask(some), shrink.mask(none))
        for some, none in needs.clauses
        if not (some | none) & ~mask
    )
    shrunk = shrink.mask
    return shrunk(true), shrunk(false), shrunk(add), shrunk(delete), clauses, branches


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

    def condition(self, condition: Condition) -> Condition:
        clauses = tuple((self.mask(some), self.mask(none)) for some, none in condition.clauses)
        return Condition(self.mask(condition.true), self.mask(condition.false), clauses)

"""Ground conditions as bit masks.

A ground fact that some action can change is an atom, and has one bit. A state is the integer of
the bits of its true atoms. A condition is a conjunction: atoms that must be true, atoms that
must be false, and clauses, of each of which one literal must hold.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or

# A predicate and the ids of its arguments.
Fact: TypeAlias = tuple[str, ...]
# Bits of which one must be true, bits of which one must be false: either is enough.
Clause: TypeAlias = tuple[int, int]


class Atoms(dict[Fact, int]):
    """The bit of each atom; a fact that is asked for gets the next free one."""

    def __missing__(self, fact: Fact) -> int:
        bit = self[fact] = 1 << len(self)
        return bit


@dataclass(frozen=True, slots=True, order=True)
class Condition:
    """A conjunction over atoms.

    Attributes:
        true: bits of the atoms that must be true.
        false: bits of the atoms that must be false.
        clauses: disjunctions, each of which must hold.
    """

    true: int = 0
    false: int = 0
    clauses: tuple[Clause, ...] = ()

    def holds(self, state: int) -> bool:
        """Whether the condition holds in a state."""
        return (
            self.true & state == self.true
            and not self.false & state
            and all(true & state or false & ~state for true, false in self.clauses)
        )

    @property
    def atoms(self) -> int:
        """Bits of every atom that the condition mentions."""
        mentioned = self.true | self.false
        for true, false in self.clauses:
            mentioned |= true | false
        return mentioned

    def missing(self, state: int) -> int:
        """Bits of the atoms that stand in the way in a state."""
        found = self.true & ~state | self.false & state
        for true, false in self.clauses:
            if not (true & state or false & ~state):
                found |= true | false
        return found


def conjunction(clauses: list[Clause]) -> Condition | None:
    """Return the conjunction of clauses, or None if it can't hold."""
    true = false = 0
    longer: dict[Clause, None] = {}
    for clause in clauses:
        some_true, some_false = clause
        if some_true & some_false:
            continue
        if (some_true | some_false).bit_count() > 1:
            longer[clause] = None
        elif some_true | some_false:
            true |= some_true
            false |= some_false
        else:
            return None
    if true & false:
        return None
    open_clauses = [(t, f) for t, f in longer if not (t & true or f & false)]
    return Condition(true, false, tuple(open_clauses))


def bits(mask: int) -> Iterator[int]:
    """Yield the single bits of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def negate(formula: Formula) -> Formula:
    """Return the opposite of a formula, in the same normal form."""
    if isinstance(formula, Literal):
        return Literal(not formula.negated, formula.symbol, formula.args)
    if isinstance(formula, Exists):
        return Exists(not formula.negated, formula.variables, formula.body)
    parts = tuple(negate(part) for part in formula.parts)
    return Or(parts) if isinstance(formula, And) else And(parts)

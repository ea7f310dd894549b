"""Find groups of literals of which at most one holds in any state of a game.

An agent is at one place; it holds one thing, or its hands are free. Such groups are guessed from
the actions' schemas and proven on the ground actions, each when it is first asked for: whoever
brings a member in must find another one there and take it out.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.formulas import TRUE, And, Exists, Formula, Literal
from hgpo_envs.alfworld.engine.pddl import Action, Domain
from hgpo_envs.alfworld.planner.conditions import Fact, bits
from hgpo_envs.alfworld.planner.model import Model
from hgpo_envs.alfworld.planner.operators import Operator

# A predicate (name/arity), and whether its atoms are meant rather than their negations.
Sign: TypeAlias = tuple[str, bool]
# What an action brings in, and what it takes out.
Shape: TypeAlias = tuple[frozenset[Sign], frozenset[Sign]]


@dataclass(frozen=True, slots=True)
class Member:
    """Literals of one predicate that belong to a group together.

    Attributes:
        symbol: the predicate.
        place: position of the argument that is counted over; -1 counts over none.
        true: whether the atoms are meant rather than their negations.
    """

    symbol: str
    place: int
    true: bool

    @property
    def arity(self) -> int:
        """Return the number of arguments that are the same for a whole group."""
        return int(self.symbol.rpartition("/")[2]) - (self.place >= 0)

    def fixed(self, fact: Fact) -> tuple[str, ...] | None:
        """Return those arguments of a fact, or None if it is of another predicate."""
        if self.symbol != f"{fact[0]}/{len(fact) - 1}":
            return None
        return fact[1:] if self.place < 0 else fact[1 : self.place + 1] + fact[self.place + 2 :]


@dataclass(frozen=True, slots=True)
class Group:
    """Literals of which at most one holds: atoms that are true, atoms that are false."""

    true: int
    false: int


class Groups:
    """The groups of one game.

    Args:
        domain: guesses come from its actions.
        model: the game; guesses are proven on it.
    """

    def __init__(self, domain: Domain, model: Model) -> None:
        self._model = model
        self._facts = {bit: fact for fact, bit in model.atoms.items()}
        self._families = list(_families(domain))
        self._members: list[dict[tuple[str, ...], Group]] = [
            _gather(model, family) for family in self._families
        ]
        self._known: dict[Group, bool] = {}

    def of(self, atoms: int) -> list[Group]:
        """Return the proven groups that some of these atoms belong to."""
        found = dict.fromkeys(g for bit in bits(atoms) for g in self._around(self._facts[bit]))
        return [group for group in found if self._holds(group)]

    def _around(self, fact: Fact) -> Iterator[Group]:
        """Yield the guessed groups that an atom belongs to."""
        for family, gathered in zip(self._families, self._members, strict=True):
            for member in family:
                fixed = member.fixed(fact)
                if fixed is not None and fixed in gathered:
                    yield gathered[fixed]

    def _holds(self, group: Group) -> bool:
        known = self._known.get(group)
        if known is None:
            known = self._known[group] = _proven(self._model, group)
        return known


def _gather(model: Model, family: tuple[Member, ...]) -> dict[tuple[str, ...], Group]:
    found: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0])
    for member in family:
        for fact, bit in model.atoms.items():
            fixed = member.fixed(fact)
            if fixed is not None:
                found[fixed][0 if member.true else 1] |= bit
    groups = {fixed: Group(true, false) for fixed, (true, false) in found.items()}
    return {
        fixed: group
        for fixed, group in groups.items()
        if (group.true | group.false).bit_count() > 1
    }


def _proven(model: Model, group: Group) -> bool:
    initial = model.initial
    if (group.true & initial).bit_count() + (group.false & ~initial).bit_count() > 1:
        return False
    return all(
        _keeps(model.operators[number], group)
        for number in model.changing(group.true | group.false)
    )


def _keeps(operator: Operator, group: Group) -> bool:
    """Whether an action leaves at most one member of a group if it finds at most one."""
    needs, add, delete = operator.needs, operator.add, operator.delete
    for when in operator.whens:
        add |= when.add
        delete |= when.delete
    gains = (add & group.true & ~needs.true).bit_count()
    gains += (delete & group.false & ~needs.false).bit_count()
    if not gains:
        return True
    lost = needs.true & operator.delete & group.true | needs.false & operator.add & group.false
    return gains == 1 and bool(lost)


def _families(domain: Domain) -> Iterator[tuple[Member, ...]]:
    """Yield pairs of members, or single ones, that no action's schema speaks against."""
    shapes = [_shape(action) for action in domain.actions]
    members = [
        Member(symbol, place, true)
        for symbol in sorted(domain.fluents)
        for place in range(-1, int(symbol.rpartition("/")[2]))
        for true in (True, False)
        if true or place < 0
    ]
    for number, first in enumerate(members):
        alone = first.place >= 0 and _balanced((first,), shapes)
        if alone:
            yield (first,)
            continue
        for second in members[number + 1 :]:
            counted = first.place >= 0 or second.place >= 0
            fits = first.symbol != second.symbol and first.arity == second.arity and counted
            if fits and _balanced((first, second), shapes):
                yield first, second


def _balanced(family: tuple[Member, ...], shapes: list[Shape]) -> bool:
    signs = {(member.symbol, member.true) for member in family}
    return all(not signs & gains or signs & losses for gains, losses in shapes)


def _shape(action: Action) -> Shape:
    needed = set(_needed(action.precondition))
    gains = {
        (effect.symbol, not effect.negated)
        for effect in action.effects
        if (effect.negated, effect.symbol, effect.args) not in needed
    }
    losses = {
        (effect.symbol, effect.negated)
        for effect in action.effects
        if effect.condition == TRUE and (not effect.negated, effect.symbol, effect.args) in needed
    }
    return frozenset(gains), frozenset(losses)


def _needed(formula: Formula) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    if isinstance(formula, Literal):
        yield formula.negated, formula.symbol, formula.args
    elif isinstance(formula, And):
        for part in formula.parts:
            yield from _needed(part)
    elif isinstance(formula, Exists) and not formula.negated:
        yield from _needed(formula.body)

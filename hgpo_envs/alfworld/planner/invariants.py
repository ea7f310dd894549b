"""Find groups of literals of which at most one holds in any state of a game.

An agent is at one place; it holds one thing, or its hands are free. Such groups are guessed from
the actions' schemas and proven on the ground actions, each when it is first asked for: whoever
brings a member in must find another one there and take it out.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.formulas import TRUE, Literal, symbol_of
from hgpo_envs.alfworld.engine.pddl import Action, Domain
from hgpo_envs.alfworld.planner.conditions import Fact, bits
from hgpo_envs.alfworld.planner.grounding import conjuncts
from hgpo_envs.alfworld.planner.model import Model
from hgpo_envs.alfworld.planner.operators import Operator
from hgpo_envs.alfworld.planner.single import without
from hgpo_envs.alfworld.planner.tables import Row

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

    def fixed(self, args: Row) -> Row:
        """Return those arguments."""
        return without(args, self.place) if self.place >= 0 else args


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
        self._by_symbol: dict[str, list[tuple[Row, int]]] = defaultdict(list)
        for (name, *args), bit in model.atoms.items():
            self._by_symbol[symbol_of(name, len(args))].append((tuple(args), bit))
        self._families = list(_families(domain))
        self._masks: dict[Member, dict[Row, int]] = {}
        self._known: dict[Group, bool] = {}

    def of(self, atoms: int) -> list[Group]:
        """Return the proven groups that some of these atoms belong to."""
        found = dict.fromkeys(g for bit in bits(atoms) for g in self._around(self._facts[bit]))
        return [group for group in found if self._holds(group)]

    def _around(self, fact: Fact) -> Iterator[Group]:
        """Yield the guessed groups that an atom belongs to."""
        symbol, args = symbol_of(fact[0], len(fact) - 1), fact[1:]
        for family in self._families:
            for fixed in [m.fixed(args) for m in family if m.symbol == symbol]:
                true = sum(self._mask(member, fixed) for member in family if member.true)
                false = sum(self._mask(member, fixed) for member in family if not member.true)
                if (true | false).bit_count() > 1:
                    yield Group(true, false)

    def _mask(self, member: Member, fixed: Row) -> int:
        """Return the atoms of a member with certain arguments."""
        masks = self._masks.get(member)
        if masks is None:
            masks = self._masks[member] = defaultdict(int)
            for args, bit in self._by_symbol[member.symbol]:
                masks[member.fixed(args)] |= bit
        return masks.get(fixed, 0)

    def _holds(self, group: Group) -> bool:
        known = self._known.get(group)
        if known is None:
            known = self._known[group] = _proven(self._model, group)
        return known


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
    left = group.true & ~(operator.delete | operator.add) | group.false & ~operator.add
    return gains == 1 and (bool(lost) or not left)


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
    needed = {
        (part.negated, part.symbol, part.args)
        for part in conjuncts(action.precondition)
        if isinstance(part, Literal)
    }
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

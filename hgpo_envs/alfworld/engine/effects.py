"""What an action changes: the facts themselves, and what the texts believe about them.

The texts of the original engine are written from a list of facts of their own, which differs
from the true state in three ways. A predicate ``not_p`` holds only for facts that an action
deleted and none restored; deleting what could never become true leaves no such trace. And where
effects have conditions, all of them are believed, first what they add, then what they delete,
unless a condition is ruled out for good. Such beliefs are facts like others here, with the symbols
``not_p`` and ``told p``, and are kept only where the grammar asks for them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Args, Pattern, Reader, whole_pattern
from hgpo_envs.alfworld.engine.formulas import (
    TRUE,
    And,
    Effect,
    Exists,
    Formula,
    Literal,
    Or,
    literals,
)
from hgpo_envs.alfworld.engine.indexes import index_of
from hgpo_envs.alfworld.engine.joins import Join, Joiner
from hgpo_envs.alfworld.engine.pddl import Action, Domain
from hgpo_envs.alfworld.engine.ways import Picker, picker

# A symbol, its arguments, and whether the fact becomes true.
Outcome: TypeAlias = tuple[str, Args, bool]
Plain: TypeAlias = tuple[tuple[str, Picker, bool], ...]
# Whether a fact can ever be true in a game.
Reachable: TypeAlias = Callable[[str, Args], bool]


def told(symbol: str) -> str:
    """Return the symbol of what the texts believe of a predicate with conditional effects."""
    return f"told {symbol}"


def denied(symbol: str) -> str:
    """Return the symbol of the trace that a deleted fact leaves."""
    return f"not_{symbol}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beliefs:
    """Which beliefs the grammar asks for.

    Attributes:
        conditional: symbols that some effect changes under a condition.
        told: the conditional symbols whose believed facts are read.
        denied: symbols whose traces of deletion are read.
    """

    conditional: frozenset[str]
    told: frozenset[str]
    denied: frozenset[str]


class _Search:
    """One effect, with the searches for the facts that it changes and that are believed so."""

    __slots__ = ("_believed", "_changed", "_needed", "_width", "effect", "pick")

    def __init__(
        self, effect: Effect, parameters: tuple[str, ...], domain: Domain, believed: bool
    ) -> None:
        def search(condition: Formula, wanted: tuple[str, ...]) -> Join:
            joiner = Joiner(domain.fluents, frozenset(), parameters)
            return joiner.solutions(condition, effect.variables, wanted)

        self.effect = effect
        self.pick = _pick(effect, parameters)
        self._width = len(effect.args)
        self._changed = search(effect.condition, effect.args)
        needed = list(_required(effect.condition, domain.fluents)) if believed else []
        self._needed = [(literal.symbol, len(literal.args)) for literal in needed]
        wanted = effect.args + tuple(arg for literal in needed for arg in literal.args)
        self._believed = search(relax(effect.condition, domain.fluents), wanted)

    @property
    def patterns(self) -> frozenset[Pattern]:
        """Return what the searches look up."""
        return self._changed.patterns | self._believed.patterns

    def changed(self, reader: Reader, args: Args) -> list[Args]:
        """Return the arguments of the facts that the effect changes in this state."""
        if self.pick is not None:
            return [self.pick(args)]
        return self._changed.solutions(reader, args)

    def believed(self, reader: Reader, args: Args, reachable: Reachable) -> Iterator[Args]:
        """Yield the arguments of the facts that the effect is believed to change."""
        for row in self._believed.solutions(reader, args):
            place, possible = self._width, True
            for symbol, width in self._needed:
                possible = possible and reachable(symbol, row[place : place + width])
                place += width
            if possible:
                yield row[: self._width]


class Effects:
    """All that one action changes.

    Attributes:
        symbols: of the facts that it changes, beliefs included.
        patterns: what it looks up.
        plain: symbol, arguments out of the action's, and whether it becomes true, for each of its
            outcomes; None where these depend on the state.
    """

    __slots__ = (
        "_beliefs",
        "_picked",
        "_searches",
        "_told",
        "_traced",
        "patterns",
        "plain",
        "symbols",
    )

    def __init__(self, action: Action, domain: Domain, beliefs: Beliefs) -> None:
        parameters = tuple(name for name, _ in action.parameters)
        searches = [
            _Search(effect, parameters, domain, effect.symbol in beliefs.conditional)
            for effect in action.effects
        ]
        self._searches = sorted(searches, key=lambda search: not search.effect.negated)
        self._beliefs = beliefs
        asked = beliefs.told | beliefs.denied
        # What is added is believed before what is deleted.
        self._told = [
            search
            for search in reversed(self._searches)
            if search.effect.symbol in beliefs.conditional & asked
        ]
        symbols = frozenset(effect.symbol for effect in action.effects)
        self.symbols = symbols.union(*[(told(symbol), denied(symbol)) for symbol in symbols])
        traced = symbols & (beliefs.denied - beliefs.conditional)
        self._traced = {
            symbol: (denied(symbol), index_of(whole_pattern(symbol)).key)
            for symbol in sorted(traced)
        }
        self.patterns = frozenset().union(*[search.patterns for search in searches])
        plain = [
            (search.effect.symbol, search.pick, not search.effect.negated)
            for search in self._searches
            if search.pick is not None
        ]
        self._picked: Plain | None = tuple(plain) if len(plain) == len(searches) else None
        self.plain = None if self._traced or self._told else self._picked

    def outcomes(self, reader: Reader, args: Args, reachable: Reachable) -> list[Outcome]:
        """Return everything that the action changes, in the order in which to change it.

        What is added comes last, so that what is both added and deleted is true in the end.
        """
        if self._picked is not None:
            changes = [(symbol, pick(args), present) for symbol, pick, present in self._picked]
        else:
            changes = [
                (search.effect.symbol, found, not search.effect.negated)
                for search in self._searches
                for found in search.changed(reader, args)
            ]
        for symbol, found, present in changes[:] if self._traced else ():
            known = self._traced.get(symbol)
            if known is None:
                continue
            trace, key_of = known
            # What is true now can be so.
            if present or reader.fluent(key_of(found)) or reachable(symbol, found):
                changes.append((trace, found, not present))
        if self._told:
            changes += self._believed(reader, args, reachable)
        return changes

    def _believed(self, reader: Reader, args: Args, reachable: Reachable) -> Iterator[Outcome]:
        for search in self._told:
            symbol, negated = search.effect.symbol, search.effect.negated
            for found in search.believed(reader, args, reachable):
                if negated and not reachable(symbol, found):
                    continue
                if symbol in self._beliefs.told:
                    yield told(symbol), found, not negated
                if symbol in self._beliefs.denied:
                    yield denied(symbol), found, negated


def _pick(effect: Effect, parameters: tuple[str, ...]) -> Picker | None:
    """Make the function that picks the arguments of a plain effect out of the action's."""
    if not effect.plain or not set(effect.args) <= set(parameters):
        return None
    return picker(tuple([parameters.index(arg) for arg in effect.args]))


class Producer:
    """One way in which a fact can become true: an action that adds it."""

    __slots__ = ("_args", "_given", "_join", "_kinds", "_quantified")

    def __init__(self, action: Action, effect: Effect, domain: Domain) -> None:
        kinds = dict(action.parameters)
        self._args = effect.args
        self._quantified = bool(effect.variables)
        self._given = tuple(dict.fromkeys(arg for arg in effect.args if arg in kinds))
        self._kinds = tuple(kinds[name] for name in self._given)
        others = tuple(pair for pair in action.parameters if pair[0] not in self._given)
        joiner = Joiner(domain.fluents, frozenset(), self._given)
        self._join = joiner.holds(relax(action.precondition, domain.fluents), others)

    @property
    def patterns(self) -> frozenset[Pattern]:
        """Return what the search looks up."""
        return self._join.patterns

    def allows(self, reader: Reader, args: Args) -> bool:
        """Whether nothing that never changes speaks against adding the fact."""
        if self._quantified:
            return True
        world = reader.world
        values = {name: args[self._args.index(name)] for name in self._given}
        for name, value in zip(self._args, args, strict=True):
            if values.get(name, world.numbers[name]) != value:
                return False
        for value, kind in zip(values.values(), self._kinds, strict=True):
            if value not in world.kinds.get(kind, ()):
                return False
        return self._join.holds(reader, tuple(values.values()))


def producers(domain: Domain, symbol: str) -> tuple[Producer, ...]:
    """Return every way in which facts of a predicate become true."""
    return tuple(
        Producer(action, effect, domain)
        for action in domain.actions
        for effect in action.effects
        if effect.symbol == symbol and not effect.negated
    )


def relax(formula: Formula, fluents: frozenset[str]) -> Formula:
    """Weaken a condition to what it asks of facts that never change."""
    if isinstance(formula, Literal):
        return TRUE if formula.symbol in fluents else formula
    if isinstance(formula, Exists):
        if not formula.negated:
            return Exists(False, formula.variables, relax(formula.body, fluents))
        changes = any(literal.symbol in fluents for literal in literals(formula))
        return TRUE if changes else formula
    parts = tuple(relax(part, fluents) for part in formula.parts)
    if isinstance(formula, Or):
        return TRUE if TRUE in parts else Or(parts)
    return And(tuple(part for part in parts if part != TRUE))


def _required(formula: Formula, fluents: frozenset[str]) -> Iterator[Literal]:
    """Yield the fluent atoms that must be true whatever else is."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _required(part, fluents)
    elif isinstance(formula, Literal) and not formula.negated and formula.symbol in fluents:
        yield formula

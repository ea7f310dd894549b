"""Compile the actions of a domain: who can do what, when, and with which words."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from hgpo_envs.alfworld.engine.effects import Beliefs, Effects
from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or, literals
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.engine.pddl import Action, Domain
from hgpo_envs.alfworld.engine.unplayable import UnplayableError
from hgpo_envs.alfworld.engine.words import Text

_MOST_ALTERNATIVES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """A compiled action.

    Attributes:
        name: as in the domain.
        conditions: the ways to fulfil its precondition so that something changes.
        effects: what it changes.
        template: text of the command.
        feedback: text of the observation that follows.
        parameters: names and types of its arguments.
    """

    name: str
    parameters: Typed
    conditions: tuple[Formula, ...]
    effects: Effects
    template: Text
    feedback: Text


def compile_action(
    action: Action,
    domain: Domain,
    beliefs: Beliefs,
    texts: tuple[Text, Text],
) -> Schema:
    """Compile one action.

    Args:
        action: as read.
        domain: the domain that it is from.
        beliefs: what the texts want to know.
        texts: the command's and the feedback's.
    """
    template, feedback = texts
    return Schema(
        name=action.name,
        parameters=action.parameters,
        conditions=tuple(_conditions(action)),
        effects=Effects(action, domain, beliefs),
        template=template,
        feedback=feedback,
    )


def _conditions(action: Action) -> Iterator[Formula]:
    """Yield the conditions under which an action is possible and changes something."""
    idle = _may_idle(action)
    for condition in _alternatives(action.precondition, everywhere=idle):
        conjuncts = list(_conjuncts(condition))
        yield And((condition, _busy(action, conjuncts))) if idle else condition


def _may_idle(action: Action) -> bool:
    """Whether the precondition could already say all that the effects bring about."""
    if not action.effects or not all(effect.plain for effect in action.effects):
        return False
    said = {(atom.symbol, atom.negated) for atom in literals(action.precondition)}
    said |= {(effect.symbol, True) for effect in action.effects if not effect.negated}
    return all((effect.symbol, effect.negated) in said for effect in action.effects)


def _busy(action: Action, conjuncts: list[Literal]) -> Formula:
    """Return the condition that some effect of an action is not among its conditions.

    The original engine knows no action that changes nothing, such as going to where one is. An
    effect is idle if a condition says the same, or if it deletes what another effect adds.
    """
    adds = [effect for effect in action.effects if not effect.negated]
    busy: list[Formula] = []
    for effect in action.effects:
        same = [
            atom.args
            for atom in conjuncts
            if (atom.symbol, atom.negated) == (effect.symbol, effect.negated)
        ]
        if effect.negated:
            same += [add.args for add in adds if add.symbol == effect.symbol]
        busy.append(And(tuple(_differ(effect.args, args) for args in same)))
    return Or(tuple(dict.fromkeys(busy)))


def _differ(left: tuple[str, ...], right: tuple[str, ...]) -> Formula:
    """Return the condition that two lists of arguments are not the same."""
    pairs = {(min(a, b), max(a, b)) for a, b in zip(left, right, strict=True) if a != b}
    return Or(tuple(Literal(True, "=/2", pair) for pair in sorted(pairs)))


def _conjuncts(formula: Formula) -> Iterator[Literal]:
    if isinstance(formula, Literal):
        yield formula
    elif isinstance(formula, And):
        for part in formula.parts:
            yield from _conjuncts(part)
    elif isinstance(formula, Exists) and not formula.negated:
        yield from _conjuncts(formula.body)


def _alternatives(formula: Formula, *, everywhere: bool) -> list[Formula]:
    """Split a condition at its disjunctions: the outermost one, or all of them."""
    if isinstance(formula, And) and len(formula.parts) == 1:
        return _alternatives(formula.parts[0], everywhere=everywhere)
    if isinstance(formula, Or):
        split = [
            inner for part in formula.parts for inner in _alternatives(part, everywhere=everywhere)
        ]
    elif everywhere and isinstance(formula, Exists) and not formula.negated:
        split = [
            Exists(False, formula.variables, inner)
            for inner in _alternatives(formula.body, everywhere=True)
        ]
    elif everywhere and isinstance(formula, And):
        split = _product(formula)
    else:
        split = [formula]
    return _bounded(split)


def _product(formula: And) -> list[Formula]:
    choices: list[tuple[Formula, ...]] = [()]
    for part in formula.parts:
        split = _alternatives(part, everywhere=True)
        _bounded(split * len(choices))
        choices = [(*known, inner) for known, inner in product(choices, split)]
    return [And(parts) for parts in choices]


def _bounded(split: list[Formula]) -> list[Formula]:
    if len(split) > _MOST_ALTERNATIVES:
        raise UnplayableError(f"a precondition has more than {_MOST_ALTERNATIVES} alternatives")
    return split

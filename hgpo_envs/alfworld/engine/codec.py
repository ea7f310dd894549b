"""Compact games as JSON, and back."""

from collections.abc import Sequence
from sys import intern
from typing import Any, TypeAlias

from hgpo_envs.alfworld.engine.compact import Compact, Dialect
from hgpo_envs.alfworld.engine.facts import Filed
from hgpo_envs.alfworld.engine.formulas import And, Effect, Exists, Formula, Literal, Or
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.engine.pddl import Action, domain_of

# Parsed JSON, whose shape the version of the compact form vouches for.
Json: TypeAlias = Any


def write_game(game: Compact) -> Json:
    """Put a game without its dialect into lists, texts and numbers.

    Ids hold no blanks and names no line breaks, so that each list of them is one text.
    """
    kinds = sorted(set(game.types))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    return {
        "task": game.task,
        "ids": " ".join(game.ids),
        "kinds": " ".join(kinds),
        "types": [numbers[kind] for kind in game.types],
        "names": "\n".join(game.names),
        "facts": {symbol: list(facts) for symbol, facts in game.facts.items()},
        "goal": _write_formula(game.goal),
    }


def read_game(data: Json, dialect: Dialect) -> Compact:
    """Make the game of what `write_game` gave."""
    kinds = [intern(kind) for kind in data["kinds"].split(" ")]
    return Compact(
        dialect=dialect,
        task=data["task"],
        ids=data["ids"].split(" "),
        types=[kinds[number] for number in data["types"]],
        names=data["names"].split("\n"),
        facts={intern(symbol): _file(facts) for symbol, facts in data["facts"].items()},
        goal=_read_formula(data["goal"]),
    )


def _file(facts: list[int]) -> Filed:
    """File facts that are sorted already."""
    return dict.fromkeys(facts, True)


def write_dialect(dialect: Dialect) -> Json:
    """Put a dialect into lists and texts."""
    domain = dialect.domain
    actions = [
        {
            "name": action.name,
            "parameters": action.parameters,
            "precondition": _write_formula(action.precondition),
            "effects": [_write_effect(effect) for effect in action.effects],
        }
        for action in domain.actions
    ]
    return {"actions": actions, "parents": domain.parents, "grammar": dialect.grammar}


def read_dialect(data: Json) -> Dialect:
    """Make the dialect of what `write_dialect` gave."""
    actions = tuple(
        Action(
            name=action["name"],
            parameters=_typed(action["parameters"]),
            precondition=_read_formula(action["precondition"]),
            effects=tuple(_read_effect(effect) for effect in action["effects"]),
        )
        for action in data["actions"]
    )
    return Dialect(domain=domain_of(actions, data["parents"]), grammar=data["grammar"])


def _write_formula(formula: Formula) -> Json:
    if isinstance(formula, Literal):
        return ["not" if formula.negated else "is", formula.symbol, *formula.args]
    if isinstance(formula, Exists):
        word = "none" if formula.negated else "some"
        return [word, formula.variables, _write_formula(formula.body)]
    word = "and" if isinstance(formula, And) else "or"
    return [word, *[_write_formula(part) for part in formula.parts]]


def _read_formula(data: Json) -> Formula:
    word, *rest = data
    if word in {"is", "not"}:
        symbol, *args = rest
        return Literal(word == "not", intern(symbol), tuple(args))
    if word in {"some", "none"}:
        variables, body = rest
        return Exists(word == "none", _typed(variables), _read_formula(body))
    parts = tuple(_read_formula(part) for part in rest)
    kinds: dict[str, type[And | Or]] = {"and": And, "or": Or}
    return kinds[word](parts)


def _write_effect(effect: Effect) -> Json:
    condition = _write_formula(effect.condition)
    return [effect.variables, condition, effect.negated, effect.symbol, effect.args]


def _read_effect(data: Json) -> Effect:
    variables, condition, negated, symbol, args = data
    return Effect(_typed(variables), _read_formula(condition), negated, intern(symbol), tuple(args))


def _typed(pairs: Sequence[Sequence[str]]) -> Typed:
    return tuple((name, kind) for name, kind in pairs)

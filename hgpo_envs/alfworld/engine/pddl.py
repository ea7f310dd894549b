"""Read a domain and a problem in the PDDL that Fast Downward's translator knows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from hgpo_envs.alfworld.engine.formulas import Effect, Formula, FormulaReader
from hgpo_envs.alfworld.engine.lists import (
    Run,
    SExpr,
    Typed,
    check_depth,
    read_list,
    read_objects,
    read_runs,
    read_typed,
    take_section,
)
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

_IGNORED_IN_DOMAIN = {"domain", ":requirements", ":predicates", ":functions"}
_IGNORED_IN_PROBLEM = {"problem", ":domain", ":requirements", ":metric"}
_FIELDS_OF_ACTION = (":parameters", ":precondition", ":effect")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action of the domain, before it is joined with the objects of a game."""

    name: str
    parameters: Typed
    precondition: Formula
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Domain:
    """What can be done, whatever the game; one that was read twice is two.

    `parents` maps a type to the type above it; `fluents` are the predicates (as ``name/arity``)
    that some action changes.
    """

    actions: tuple[Action, ...]
    parents: dict[str, str]
    fluents: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One game's objects, initial facts and goal; `valued` are arguments of numeric facts."""

    objects: dict[str, str]
    runs: list[Run]
    valued: tuple[str, ...]
    goal: Formula

    @property
    def facts(self) -> Iterator[tuple[str, ...]]:
        """Yield the facts one by one, each a predicate and its arguments."""
        for predicate, columns in self.runs:
            yield from [(predicate, *args) for args in zip(*columns, strict=True)] or [(predicate,)]


def sections(read: list[SExpr], what: str) -> Iterator[tuple[str, list[SExpr]]]:
    """Yield the name and the rest of each section of a ``(define ...)``."""
    if not read or read[0] != "define":
        raise UnplayableError(f"{what} does not start with (define ...)")
    for section in read[1:]:
        if not isinstance(section, list) or not section or not isinstance(section[0], str):
            raise UnplayableError(f"{what} has something between its sections")
        yield section[0], section[1:]


@lru_cache(maxsize=32)
def read_domain(text: str) -> Domain:
    """Read a domain; domains are few, so the latest are kept.

    Raises:
        UnplayableError: it is malformed, or uses a construct that the engine does not know.
    """
    actions: list[Action] = []
    parents: dict[str, str] = {}
    read = read_list(text, "the PDDL domain")
    check_depth(read, "the PDDL domain")
    for name, rest in sections(read, "the PDDL domain"):
        if name == ":types":
            parents.update(read_typed(rest, ":types"))
        elif name == ":action":
            actions.append(_read_action(rest))
        elif name not in _IGNORED_IN_DOMAIN:
            raise UnplayableError(f"the PDDL domain uses {name}, which the engine does not support")
    return domain_of(tuple(actions), parents)


def domain_of(actions: tuple[Action, ...], parents: Mapping[str, str]) -> Domain:
    """Make a domain; which facts change follows from its actions."""
    fluents = frozenset(effect.symbol for action in actions for effect in action.effects)
    return Domain(actions=actions, parents=dict(parents), fluents=fluents)


def read_problem(text: str) -> Problem:
    """Read a problem.

    Raises:
        UnplayableError: it is malformed, lacks a section, or uses an unknown construct.
    """
    objects, runs, text = _take_simple(text)
    found = _find_sections(text)
    if len(found[":goal"]) != 1:
        raise UnplayableError("the (:goal ...) of the PDDL problem is not one condition")
    check_depth(found[":goal"], "the goal")
    goal = FormulaReader({}, "the goal").condition(found[":goal"][0])
    if objects is None:
        objects = dict(read_typed(found[":objects"], ":objects"))
    valued: tuple[str, ...] = ()
    if runs is None:
        runs, valued = _read_facts(found[":init"])
    return Problem(objects=objects, runs=runs, valued=valued, goal=goal)


def _take_simple(text: str) -> tuple[dict[str, str] | None, list[Run] | None, str]:
    """Take the objects and the facts out of a problem where they are written as in most games.

    Returns:
        The objects and the facts, or None for what the rest of the text still holds; and the rest.
    """
    text = text.lower()
    if any(mark in text for mark in ';"\\'):
        return None, None, text
    section = take_section(text, "(:objects", "(:init")
    objects = None if section is None else read_objects(section)
    if section is not None and objects is not None:
        text = section.rest
    section = take_section(text, "(:init", "(:goal")
    runs = None if section is None else read_runs(section)
    if section is not None and runs is not None:
        text = section.rest
    return objects, runs, text


def _find_sections(text: str) -> dict[str, list[SExpr]]:
    found: dict[str, list[SExpr]] = {}
    for name, rest in sections(read_list(text, "the PDDL problem"), "the PDDL problem"):
        if name in _IGNORED_IN_PROBLEM:
            continue
        if name not in {":objects", ":init", ":goal"}:
            raise UnplayableError(
                f"the PDDL problem uses {name}, which the engine does not support"
            )
        found[name] = rest
    for name in (":objects", ":init", ":goal"):
        if name not in found:
            raise UnplayableError(f"the PDDL problem has no ({name} ...)")
    return found


def _read_action(rest: list[SExpr]) -> Action:
    if not rest or not isinstance(rest[0], str):
        raise UnplayableError("an :action of the PDDL domain has no name")
    name = rest[0]
    fields: dict[str, list[SExpr]] = {field: [] for field in _FIELDS_OF_ACTION}
    if len(rest) % 2 == 0:
        raise UnplayableError(f"action {name}: a field has no value")
    for field, value in zip(rest[1::2], rest[2::2], strict=True):
        if not isinstance(field, str):
            raise UnplayableError(f"action {name} has a list in place of a field's name")
        if field not in fields:
            raise UnplayableError(f"action {name} uses {field}, which the engine does not support")
        if not isinstance(value, list):
            raise UnplayableError(f"action {name}: {field} is not a list")
        fields[field] = value
    parameters = read_typed(fields[":parameters"], f"action {name}")
    names = [parameter for parameter, _ in parameters]
    if any(not parameter.startswith("?") for parameter in names) or len(set(names)) < len(names):
        raise UnplayableError(
            f"action {name}: parameters must be different names that start with ?"
        )
    reader = FormulaReader({parameter: parameter for parameter in names}, f"action {name}")
    return Action(
        name=name,
        parameters=parameters,
        precondition=reader.condition(fields[":precondition"]),
        effects=tuple(reader.effects(fields[":effect"])),
    )


def _read_facts(items: list[SExpr]) -> tuple[list[Run], tuple[str, ...]]:
    """Split initial facts from numeric ones, of which whole numbers name no arguments."""
    runs: list[Run] = []
    valued: list[str] = []
    for item in items:
        if not isinstance(item, list) or not item:
            raise UnplayableError("the (:init ...) of the PDDL problem holds something not a fact")
        if item[0] == "=":
            valued += _valued(item)
        elif list in map(type, item):
            raise UnplayableError(
                f"the initial state uses ({item[0]} ...) with a list as an argument, which the "
                "engine does not support"
            )
        else:
            predicate, *args = map(str, item)
            runs.append((predicate, [[arg] for arg in args]))
    return runs, tuple(valued)


def _valued(item: list[SExpr]) -> list[str]:
    if len(item) != 3:
        raise UnplayableError("an initial (= ...) does not compare two things")
    function, value = item[1], item[2]
    if not isinstance(function, list) or not isinstance(value, str) or value.isdigit():
        return []
    if function[:1] == ["total-cost"]:
        return []
    return [word for word in function[1:] if isinstance(word, str)]

"""The planning problem of one game: its atoms, its ground actions, its goal."""

from collections.abc import Iterable
from dataclasses import dataclass

from hgpo_envs.alfworld.engine.formulas import Formula, literals, symbol_of
from hgpo_envs.alfworld.engine.pddl import Domain, Problem
from hgpo_envs.alfworld.planner.conditions import Atoms, Condition, Fact, bits
from hgpo_envs.alfworld.planner.ground_actions import ActionTable, Members
from hgpo_envs.alfworld.planner.grounding import Grounder, alternatives
from hgpo_envs.alfworld.planner.levels import NEVER, levels_from, rules_of
from hgpo_envs.alfworld.planner.operators import ANY, Label, Operator, When
from hgpo_envs.alfworld.planner.single import find_singles
from hgpo_envs.alfworld.planner.tables import Row, Statics


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A game as the planner sees it.

    Attributes:
        atoms: the bit of each fact that matters and can change.
        operators: what can be done.
        labels: the ground actions behind each operator, sorted.
        masked: position of the argument that is ANY in the labels of an action.
        whens: all conditional effects.
        changers: for each bit the operators that may change its atom.
        goals: conditions of which one must hold.
        initial: the state in which the game starts.
    """

    atoms: dict[Fact, int]
    operators: tuple[Operator, ...]
    labels: tuple[tuple[Label, ...], ...]
    masked: dict[str, int]
    whens: tuple[When, ...]
    changers: dict[int, list[int]]
    goals: tuple[Condition, ...]
    initial: int

    def changing(self, atoms: int) -> list[int]:
        """Return the operators that may change some of these atoms, sorted."""
        nothing: list[int] = []
        return sorted({n for bit in bits(atoms) for n in self.changers.get(bit, nothing)})

    def label(self, ground: Label) -> Label:
        """Return the label of a ground action."""
        name, args = ground
        place = self.masked.get(name)
        return ground if place is None else (name, (*args[:place], ANY, *args[place + 1 :]))

    def state(self, facts: Iterable[Fact]) -> int:
        """Return the state in which exactly these facts are true."""
        state = 0
        known = self.atoms.get
        for fact in facts:
            state |= known(fact, 0)
        return state


def build_model(domain: Domain, problem: Problem) -> Model:
    """Ground a game.

    Actions and facts from which no chain of effects and conditions leads to the goal are left
    out.

    Raises:
        PlanningError: it takes more objects at a time than the planner can combine.
    """
    fluents = relevant_fluents(domain, problem.goal)
    statics = Statics(_kinds(domain, problem), _facts(problem, domain.fluents))
    atoms = Atoms()
    grounder = Grounder(statics, domain.fluents, atoms)
    singles = find_singles(domain, problem)
    tables = [
        ActionTable(grounder, action, condition, fluents, singles)
        for action in domain.actions
        if any(effect.symbol in fluents for effect in action.effects)
        for condition in alternatives(action.precondition)
    ]
    for predicate, *args in problem.facts:
        if symbol_of(predicate, len(args)) in singles:
            atoms[predicate, *args]  # has a bit from now on
    members = Members(atoms, singles)
    found: dict[Operator, list[Label]] = {}
    for table in tables:
        for operator, label in table.operators(members):
            found.setdefault(operator, []).append(label)
    goals = _ground_goal(grounder, problem.goal)
    initial = 0
    for predicate, *args in problem.facts:
        initial |= atoms.get((predicate, *args), 0)
    levels = levels_from(initial, rules_of(list(found)), len(found))
    kept = {
        operator: tuple(sorted(set(labels)))
        for (operator, labels), level in zip(found.items(), levels.earliest, strict=True)
        if level < NEVER
    }
    masked = {table.action.name: table.masked for table in tables if table.masked is not None}
    return Model(
        atoms=dict(atoms),
        masked=masked,
        operators=tuple(kept),
        labels=tuple(kept.values()),
        whens=tuple(dict.fromkeys(when for operator in kept for when in operator.whens)),
        changers=_changers(kept),
        goals=tuple(goal for goal in goals if levels.of(goal) < NEVER),
        initial=initial,
    )


def _changers(operators: Iterable[Operator]) -> dict[int, list[int]]:
    changers: dict[int, list[int]] = {}
    for number, operator in enumerate(operators):
        for bit in bits(operator.changes):
            changers.setdefault(bit, []).append(number)
    return changers


def relevant_fluents(domain: Domain, goal: Formula) -> frozenset[str]:
    """Return the predicates that change and from which a chain of effects leads to the goal."""
    relevant = {atom.symbol for atom in literals(goal)} & domain.fluents
    before = -1
    while before < len(relevant):
        before = len(relevant)
        for action in domain.actions:
            effects = [effect for effect in action.effects if effect.symbol in relevant]
            conditions = [effect.condition for effect in effects]
            for formula in (action.precondition, *conditions) if effects else ():
                relevant |= {atom.symbol for atom in literals(formula)} & domain.fluents
    return frozenset(relevant)


def _ground_goal(grounder: Grounder, goal: Formula) -> tuple[Condition, ...]:
    found: dict[Condition, None] = {}
    for option in alternatives(goal):
        flat = grounder.flatten(option)
        for condition in grounder.conditions(grounder.assignments((), flat), flat):
            if condition is not None:
                found[condition] = None
    return tuple(found)


def _facts(problem: Problem, fluents: frozenset[str]) -> dict[str, list[Row]]:
    """Return the facts that never change, by symbol."""
    found: dict[str, set[Row]] = {}
    for predicate, *args in problem.facts:
        symbol = symbol_of(predicate, len(args))
        if symbol not in fluents:
            found.setdefault(symbol, set()).add(tuple(args))
    return {symbol: sorted(rows) for symbol, rows in found.items()}


def _kinds(domain: Domain, problem: Problem) -> dict[str, list[str]]:
    """Return each type's objects, those of its sub-types included."""
    kinds: dict[str, list[str]] = {"object": sorted(problem.objects)}
    for name in kinds["object"]:
        kind, seen = problem.objects[name], {"object"}
        while kind not in seen:
            kinds.setdefault(kind, []).append(name)
            seen.add(kind)
            kind = domain.parents.get(kind, "object")
    return kinds

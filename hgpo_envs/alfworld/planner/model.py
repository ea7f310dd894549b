"""The planning problem of one game: its atoms, its ground actions, its goal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hgpo_envs.alfworld.engine.formulas import Effect, Formula, literals, symbol_of
from hgpo_envs.alfworld.engine.pddl import Action, Domain, Problem
from hgpo_envs.alfworld.planner.conditions import Atoms, Condition, Fact, bits
from hgpo_envs.alfworld.planner.grounding import Flat, Grounder, alternatives
from hgpo_envs.alfworld.planner.levels import NEVER, levels_from, rules_of
from hgpo_envs.alfworld.planner.operators import Label, Operator, When
from hgpo_envs.alfworld.planner.tables import Row, Statics, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A game as the planner sees it.

    Attributes:
        atoms: the bit of each fact that matters and can change.
        operators: what can be done.
        labels: the ground actions behind each operator, sorted.
        changers: for each bit the operators that may change its atom.
        goals: conditions of which one must hold.
        initial: the state in which the game starts.
    """

    atoms: dict[Fact, int]
    operators: tuple[Operator, ...]
    labels: tuple[tuple[Label, ...], ...]
    changers: dict[int, list[int]]
    goals: tuple[Condition, ...]
    initial: int

    def changing(self, atoms: int) -> list[int]:
        """Return the operators that may change some of these atoms, sorted."""
        nothing: list[int] = []
        return sorted({n for bit in bits(atoms) for n in self.changers.get(bit, nothing)})

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
    found: dict[Operator, list[Label]] = {}
    for action in domain.actions:
        if any(effect.symbol in fluents for effect in action.effects):
            for condition in alternatives(action.precondition):
                _ground_action(grounder, action, condition, fluents, found)
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
    return Model(
        atoms=dict(atoms),
        operators=tuple(kept),
        labels=tuple(kept.values()),
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


def _ground_action(
    grounder: Grounder,
    action: Action,
    condition: Formula,
    fluents: frozenset[str],
    found: dict[Operator, list[Label]],
) -> None:
    flat = grounder.flatten(condition)
    table = grounder.assignments(action.parameters, flat)
    add, delete = [0] * len(table.rows), [0] * len(table.rows)
    needs = grounder.conditions(table, flat)
    for effect in action.effects:
        if effect.plain and effect.symbol in fluents:
            changed = delete if effect.negated else add
            for place, bit in enumerate(grounder.bits(table, effect.symbol, effect.args)):
                changed[place] |= bit
    pick = table.picker([name for name, _ in action.parameters])
    conditional = [e for e in action.effects if not e.plain and e.symbol in fluents]
    parts = [(effect, grounder.flatten(effect.condition)) for effect in conditional]
    for place, need in enumerate(needs):
        if need is None:
            continue
        whens = [
            when
            for effect, inner in parts
            for when in _whens(grounder, table, place, effect, inner)
        ]
        operator = _operator(need, add[place], delete[place], whens)
        if operator is not None:
            found.setdefault(operator, []).append((action.name, pick(table.rows[place])))


def _whens(
    grounder: Grounder, table: Table, place: int, effect: Effect, condition: Flat
) -> Iterator[When]:
    """Yield a conditional effect of one row's action, ground."""
    inner = grounder.extend(list(table.place), table.rows[place], condition, effect.variables)
    needs = grounder.conditions(inner, condition)
    changed = grounder.bits(inner, effect.symbol, effect.args)
    for need, bit in zip(needs, changed, strict=True):
        if need is not None:
            yield When(need, 0 if effect.negated else bit, bit if effect.negated else 0)


def _operator(needs: Condition, add: int, delete: int, whens: list[When]) -> Operator | None:
    """Return an action, or None if its own condition says that it changes nothing."""
    conditional = []
    for when in whens:
        if when.condition == Condition():
            add |= when.add
            delete |= when.delete
        else:
            conditional.append(when)
    delete &= ~add
    if not conditional and not add & ~needs.true and not delete & ~needs.false:
        return None
    return Operator(needs, add, delete, tuple(dict.fromkeys(conditional)))


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

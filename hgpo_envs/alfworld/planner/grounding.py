"""Replace the variables of conditions by objects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product, repeat
from operator import or_

from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or, literals
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.planner.conditions import (
    Atoms,
    Clause,
    Condition,
    bits,
    conjunction,
    negate,
)
from hgpo_envs.alfworld.planner.limits import PlanningError
from hgpo_envs.alfworld.planner.tables import Row, Statics, Table

_MOST_CLAUSES = 2_000
_ALWAYS: list[Clause] = []
_NEVER: list[Clause] = [(0, 0)]


@dataclass(frozen=True, slots=True)
class Flat:
    """A condition with its existential variables moved to the front.

    Attributes:
        variables: those variables.
        static: literals of predicates that never change.
        fluent: literals of predicates that change.
        rest: disjunctions and universal conditions.
    """

    variables: Typed
    static: tuple[Literal, ...]
    fluent: tuple[Literal, ...]
    rest: tuple[Formula, ...]


class Grounder:
    """Grounds conditions of one game.

    Args:
        statics: the game's unchanging facts.
        fluents: symbols of the predicates that change.
        atoms: the bits; ground facts that are new get one.
    """

    def __init__(self, statics: Statics, fluents: frozenset[str], atoms: Atoms) -> None:
        self._statics = statics
        self._fluents = fluents
        self._atoms = atoms

    def flatten(self, formula: Formula) -> Flat:
        """Move the existential variables of a conjunction to the front and sort its parts."""
        variables, parts = _spread(formula)
        atoms = [part for part in parts if isinstance(part, Literal)]
        return Flat(
            variables=variables,
            static=tuple(atom for atom in atoms if atom.symbol not in self._fluents),
            fluent=tuple(atom for atom in atoms if atom.symbol in self._fluents),
            rest=tuple(part for part in parts if not isinstance(part, Literal)),
        )

    def assignments(self, parameters: Typed, flat: Flat) -> Table:
        """Return every assignment of objects for which the static part holds."""
        table = Table((), [()])
        table.join(self._statics, parameters + flat.variables, flat.static)
        return table

    def extend(self, columns: Sequence[str], row: Row, flat: Flat, variables: Typed) -> Table:
        """Return every assignment of further variables for which the static part holds."""
        table = Table(columns, [row])
        table.join(self._statics, variables + flat.variables, flat.static)
        return table

    def conditions(self, table: Table, flat: Flat) -> list[Condition | None]:
        """Ground the changing part for each row; None where it can't hold."""
        true, false = [0] * len(table.rows), [0] * len(table.rows)
        for atom in flat.fluent:
            found = self.bits_of(table, atom.symbol, atom.args)
            if atom.negated:
                false = list(map(or_, false, found))
            else:
                true = list(map(or_, true, found))
        if flat.rest:
            return self._with_rest(table, flat.rest, true, false)
        return [None if t & f else Condition(t, f) for t, f in zip(true, false, strict=True)]

    def bits_of(self, table: Table, symbol: str, args: Row) -> list[int]:
        """Return the bit of a ground atom for each row."""
        predicate = symbol.rpartition("/")[0]
        table.with_constants([arg for arg in args if not arg.startswith("?")])
        columns = [table.column(arg) for arg in args]
        facts = zip(repeat(predicate, len(table.rows)), *columns, strict=True)
        return list(map(self._atoms.__getitem__, facts))

    def _with_rest(
        self, table: Table, rest: tuple[Formula, ...], true: list[int], false: list[int]
    ) -> list[Condition | None]:
        clauses: list[list[Clause]] = [
            [(bit, 0) for bit in bits(t)] + [(0, bit) for bit in bits(f)]
            for t, f in zip(true, false, strict=True)
        ]
        for part in rest:
            names = sorted(_free(part) & table.place.keys())
            pick = table.picker(names)
            known: dict[Row, list[Clause]] = {}
            for row, several in zip(table.rows, clauses, strict=True):
                values = pick(row)
                if values not in known:
                    known[values] = self._clauses(part, dict(zip(names, values, strict=True)))
                several += known[values]
        return [conjunction(several) for several in clauses]

    def _clauses(self, formula: Formula, env: dict[str, str]) -> list[Clause]:
        """Return a formula as a conjunction of clauses."""
        if isinstance(formula, Literal):
            return self._literal(formula, env)
        if isinstance(formula, And):
            found = [clause for part in formula.parts for clause in self._clauses(part, env)]
            return _bounded(list(dict.fromkeys(found)))
        if isinstance(formula, Or):
            return _either([self._clauses(part, env) for part in formula.parts])
        body = negate(formula.body) if formula.negated else formula.body
        each = [self._clauses(body, inner) for inner in self._inner(formula, env)]
        if not formula.negated:
            return _either(each)
        return _bounded(list(dict.fromkeys(clause for several in each for clause in several)))

    def _inner(self, formula: Exists, env: dict[str, str]) -> Iterator[dict[str, str]]:
        """Yield the assignments of a quantifier's variables that statics leave possible."""
        flat = self.flatten(formula.body)
        bound = {name for atom in flat.static for name in atom.args}
        names = sorted(bound & env.keys())
        row = tuple([env[name] for name in names])
        own = {name for name, _ in formula.variables}
        usable = tuple(atom for atom in flat.static if _variables(atom) <= own | set(names))
        table = Table(names, [row])
        table.join(self._statics, formula.variables, usable)
        pick = table.picker([name for name, _ in formula.variables])
        for found in table.rows:
            values = zip((name for name, _ in formula.variables), pick(found), strict=True)
            yield {**env, **dict(values)}

    def _literal(self, atom: Literal, env: dict[str, str]) -> list[Clause]:
        args = tuple([env.get(arg, arg) for arg in atom.args])
        if atom.symbol not in self._fluents:
            holds = self._statics.true(atom.symbol, args) is not atom.negated
            return _ALWAYS if holds else _NEVER
        bit = self._atoms[atom.symbol.rpartition("/")[0], *args]
        return [(0, bit)] if atom.negated else [(bit, 0)]


def alternatives(formula: Formula) -> list[Formula]:
    """Split a conjunction at a disjunction that hides existential variables."""
    variables, parts = _spread(formula)
    for place, part in enumerate(parts):
        if isinstance(part, Or) and _hides_variables(part):
            others = parts[:place] + parts[place + 1 :]
            split = [And((*others, option)) for option in part.parts]
            return [
                Exists(False, variables, inner) if variables else inner
                for option in split
                for inner in alternatives(option)
            ]
    return [formula]


def conjuncts(formula: Formula) -> list[Formula]:
    """Return what a condition requires, whatever else it does."""
    return _spread(formula)[1]


def _hides_variables(formula: Formula) -> bool:
    if isinstance(formula, Exists):
        return not formula.negated
    return not isinstance(formula, Literal) and any(map(_hides_variables, formula.parts))


def _spread(formula: Formula) -> tuple[Typed, list[Formula]]:
    """Return the existential variables and the conjuncts of a condition."""
    if isinstance(formula, And):
        variables: Typed = ()
        parts: list[Formula] = []
        for part in formula.parts:
            inner, several = _spread(part)
            variables += inner
            parts += several
        return variables, parts
    if isinstance(formula, Exists) and not formula.negated:
        inner, several = _spread(formula.body)
        return formula.variables + inner, several
    if isinstance(formula, Or) and len(formula.parts) == 1:
        return _spread(formula.parts[0])
    return (), [formula]


def _either(options: list[list[Clause]]) -> list[Clause]:
    """Return the disjunction of conjunctions of clauses, multiplied out."""
    if any(not option for option in options):
        return _ALWAYS
    found: list[Clause] = [(0, 0)]
    for option in options:
        _bounded(found * len(option))
        merged = [(a | c, b | d) for (a, b), (c, d) in product(found, option)]
        found = list(dict.fromkeys(clause for clause in merged if not clause[0] & clause[1]))
    return found


def _bounded(clauses: list[Clause]) -> list[Clause]:
    if len(clauses) > _MOST_CLAUSES:
        raise PlanningError(f"a condition has more than {_MOST_CLAUSES} alternatives")
    return clauses


def _free(formula: Formula) -> set[str]:
    return {arg for atom in literals(formula) for arg in atom.args if arg.startswith("?")}


def _variables(atom: Literal) -> set[str]:
    return {arg for arg in atom.args if arg.startswith("?")}

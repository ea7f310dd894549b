"""Turn a condition into nested loops over facts, which find all that fulfil it.

A condition is flattened into positive atoms, which bind variables, and filters, which only test.
They are put into an order that keeps the loops short, and each becomes a `Step`. Steps depend on
the domain alone and serve all of its games.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Args, Pattern, Reader, World, whole_pattern
from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.engine.steps import (
    Found,
    Frame,
    Maker,
    Step,
    check,
    collect,
    compare,
    scan_many,
    scan_objects,
    scan_one,
    scan_two,
    stop,
    test,
)
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

# How many facts each of the fluent predicates with the fewest has at first.
Rare: TypeAlias = frozenset[tuple[str, int]]

_MOST_PARTS = 400
_ROWS_OF_STATIC, _ROWS_OF_FLUENT, _ROWS_OF_TYPE, _ROWS_PER_BOUND = 30.0, 60.0, 300.0, 8.0


class Join:
    """A compiled condition, ready to be run over any game of its domain.

    Attributes:
        patterns: what it looks up.
        breadth: roughly how many rows its loops go through.
        demand: facts that are rare and without which nothing fulfils it, if there are such.
    """

    __slots__ = ("_constants", "_kinds", "_size", "_step", "breadth", "demand", "patterns")

    def __init__(
        self,
        *,
        step: Step,
        size: int,
        constants: Mapping[str, int],
        kinds: frozenset[str],
        patterns: frozenset[Pattern],
        breadth: float = 1.0,
        demand: Pattern | None = None,
    ) -> None:
        self._step = step
        self._size = size
        self._constants = tuple(constants.items())
        self._kinds = kinds
        self.patterns = patterns
        self.breadth = breadth
        self.demand = demand

    def solutions(self, reader: Reader, given: Args = ()) -> Found:
        """Return the values that the last step collected, once for each way to find them."""
        found: Found = []
        self._step(self._frame(reader.world, given), reader, found)
        return found

    def holds(self, reader: Reader, given: Args = ()) -> bool:
        """Whether a search that ends in `stop` got there."""
        return self._step(self._frame(reader.world, given), reader, [])

    def within(self, world: World) -> Callable[[Reader, Args], Found] | None:
        """Make `solutions` faster for one game; None if the game lacks objects of a type."""
        if not self._kinds <= world.kinds.keys():
            return None
        step, template = self._step, self._frame(world, ())

        def solutions(reader: Reader, given: Args = ()) -> Found:
            found: Found = []
            frame = template.copy()
            frame[: len(given)] = given
            step(frame, reader, found)
            return found

        return solutions

    def _frame(self, world: World, given: Args) -> Frame:
        frame = [*given, *[0] * (self._size - len(given))]
        for name, register in self._constants:
            frame[register] = world.numbers.get(name, -1)
        return frame


class Joiner:
    """Compiles one condition.

    Args:
        fluents: symbols of the predicates that actions change.
        rare: pairs of a fluent symbol and its number of facts, where that is 0 or 1: these are
            good to start from.
        given: variables whose values the caller puts into the frame, in that order.
    """

    def __init__(self, fluents: frozenset[str], rare: Rare, given: Iterable[str] = ()) -> None:
        self._fluents = fluents
        self._rare = dict(rare)
        self._registers = {name: place for place, name in enumerate(given)}
        self._bound = frozenset(self._registers)
        self._types: dict[str, str] = {}
        self._constants: dict[str, int] = {}
        self._patterns: set[Pattern] = set()
        self._first: frozenset[str] = frozenset()
        self._breadth = 1.0

    def holds(self, formula: Formula, variables: Typed = ()) -> Join:
        """Compile the question whether the condition holds for some values of `variables`."""
        return self._join(formula, variables, lambda: stop)

    def solutions(
        self,
        formula: Formula,
        variables: Typed,
        wanted: Iterable[str],
        first: frozenset[str] = frozenset(),
    ) -> Join:
        """Compile the search for all values of the variables `wanted`.

        Those in `first` run over all objects of their types before anything is looked up.
        """
        names = tuple(wanted)
        self._first = first
        return self._join(
            formula, variables, lambda: collect(tuple(self._register(n) for n in names))
        )

    def _join(self, formula: Formula, variables: Typed, last: Callable[[], Step]) -> Join:
        step = self._solve(formula, variables, self._bound, last())
        free = dict(variables)
        atoms, _ = flatten(formula, free)
        return Join(
            step=step,
            size=len(self._registers),
            constants=self._constants,
            kinds=frozenset(free.values()),
            patterns=frozenset(self._patterns),
            breadth=self._breadth,
            demand=self._demand(atoms),
        )

    def _demand(self, atoms: list[Literal]) -> Pattern | None:
        """Return the look-up of all facts of a predicate that has none at first, if any."""
        rarest = next((atom for atom in atoms if self._rare.get(atom.symbol) == 0), None)
        return None if rarest is None else Pattern(rarest.symbol, ())

    def _register(self, name: str) -> int:
        place = self._registers.setdefault(name, len(self._registers))
        if not name.startswith("?"):
            self._constants[name] = place
        return place

    def _solve(self, formula: Formula, variables: Typed, bound: frozenset[str], last: Step) -> Step:
        """Compile the loops for `variables`, given the `bound` ones, down to the step `last`."""
        free = dict(variables)
        atoms, filters = flatten(formula, free)
        self._types.update(free)
        early = [name for name in free if name in self._first - bound]
        makers = [self._objects(name) for name in early]
        known = set(bound).union(early)
        while True:
            ready = [part for part in filters if outer(part) <= known]
            filters = [part for part in filters if part not in ready]
            makers += [self._filter(part, frozenset(known)) for part in ready]
            if atoms:
                atom = min(atoms, key=lambda atom: self._rows(atom, known))
                atoms.remove(atom)
                self._breadth *= self._factor(atom, known)
                makers.append(self._scan(atom, known))
                known |= variables_of(atom)
                continue
            left = [name for name in free if name not in known]
            if not left:
                break
            makers.append(self._objects(left[0]))
            known.add(left[0])
        step = last
        for maker in reversed(makers):
            step = maker(step)
        return step

    def _rows(self, atom: Literal, known: set[str]) -> float:
        """Estimate how many facts fit an atom."""
        bound = sum(arg in known or not arg.startswith("?") for arg in atom.args)
        if bound == len(atom.args):
            return 0.0
        rows = _ROWS_OF_FLUENT if atom.symbol in self._fluents else _ROWS_OF_STATIC
        rows = self._rare.get(atom.symbol, rows)
        return rows / _ROWS_PER_BOUND**bound

    def _factor(self, atom: Literal, known: set[str]) -> float:
        """Estimate by how much an atom multiplies the rows; a test of what never changes thins."""
        rows = self._rows(atom, known)
        if rows == 0 and atom.symbol not in self._fluents:
            return 1 / _ROWS_PER_BOUND
        return max(1.0, rows)

    def _look_up(self, pattern: Pattern) -> bool:
        """Note that the pattern is read; say whether its predicate is fluent."""
        self._patterns.add(pattern)
        return pattern.symbol in self._fluents

    def _filter(self, part: Formula, known: frozenset[str]) -> Maker:
        if isinstance(part, Literal):
            return self._check(part)
        if isinstance(part, Exists):
            return test((self._solve(part.body, part.variables, known, stop),), part.negated)
        tests = tuple(self._solve(inner, (), known, stop) for inner in part.parts)
        return test(tests, negated=False)

    def _check(self, literal: Literal) -> Maker:
        registers = tuple(self._register(arg) for arg in literal.args)
        if literal.symbol == "=/2":
            return compare(*registers, equal=not literal.negated)
        pattern = whole_pattern(literal.symbol)
        return check(pattern.tag, registers, self._look_up(pattern), expected=not literal.negated)

    def _scan(self, atom: Literal, known: set[str]) -> Maker:
        bound = [i for i, arg in enumerate(atom.args) if arg in known or not arg.startswith("?")]
        if len(bound) == len(atom.args):
            return self._check(atom)
        pattern = Pattern(atom.symbol, tuple(bound))
        given = tuple(self._register(atom.args[i]) for i in bound)
        names = [arg for i, arg in enumerate(atom.args) if i not in bound]
        new = tuple((self._register(name), self._types[name]) for name in names)
        fluent = self._look_up(pattern)
        if len(new) == 1:
            return scan_one(pattern.tag, given, new, fluent)
        if len(new) == 2 and names[0] != names[1]:
            return scan_two(pattern.tag, given, new, fluent)
        return scan_many(pattern.tag, given, new, fluent)

    def _objects(self, name: str) -> Maker:
        register, kind = self._register(name), self._types[name]
        return scan_objects(register, kind)


def flatten(formula: Formula, free: dict[str, str]) -> tuple[list[Literal], list[Formula]]:
    """Split a conjunction into atoms that bind and parts that test; add variables to `free`."""
    atoms: list[Literal] = []
    filters: list[Formula] = []
    parts = [formula]
    for count, part in enumerate(parts):
        if count > _MOST_PARTS:
            raise UnplayableError(f"a condition has more than {_MOST_PARTS} parts")
        if isinstance(part, And):
            parts += part.parts
        elif isinstance(part, Exists) and not part.negated:
            free.update(part.variables)
            parts.append(part.body)
        elif isinstance(part, Literal) and not part.negated and part.symbol != "=/2":
            atoms.append(part)
        elif isinstance(part, Or) and len(part.parts) == 1:
            parts.append(part.parts[0])
        else:
            filters.append(part)
    return atoms, filters


def variables_of(atom: Literal) -> set[str]:
    """Return the variables among an atom's arguments."""
    return {arg for arg in atom.args if arg.startswith("?")}


def outer(formula: Formula) -> set[str]:
    """Return the variables that a formula takes from outside."""
    if isinstance(formula, Literal):
        return variables_of(formula)
    if isinstance(formula, Exists):
        return outer(formula.body) - {name for name, _ in formula.variables}
    return set().union(*[outer(part) for part in formula.parts])

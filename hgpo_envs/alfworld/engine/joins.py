"""Turn a condition into nested loops over facts, which find all that fulfil it.

A condition is flattened into positive atoms, which bind variables, and filters, which only test.
They are put into an order that keeps the loops short, and written as a function in Python.
"""

from collections.abc import Iterable
from typing import TypeAlias

from hgpo_envs.alfworld.engine.conjunctions import flatten, outer, variables_of
from hgpo_envs.alfworld.engine.facts import Args, Pattern, Reader, whole_pattern
from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or, literals
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.engine.searches import (
    MOST_LOOPS,
    Found,
    Function,
    compile_search,
    is_true,
    rows_of,
)

# How many facts each of the fluent predicates with the fewest has at first.
Rare: TypeAlias = frozenset[tuple[str, int]]

_ROWS_OF_STATIC, _ROWS_OF_FLUENT, _ROWS_OF_TYPE, _ROWS_PER_BOUND = 30.0, 60.0, 300.0, 8.0


class Join:
    """A compiled condition, ready to be run over any game of its domain.

    Attributes:
        patterns: what it looks up.
        breadth: roughly how many rows its loops go through.
        demand: facts that are rare and without which nothing fulfils it, if there are such.
        text: the search, in Python. It is compiled at once, so that no step has to wait for it;
            joins with the same text share the outcome.
    """

    __slots__ = ("_search", "breadth", "demand", "patterns", "text")

    def __init__(
        self,
        *,
        text: str,
        patterns: frozenset[Pattern],
        breadth: float = 1.0,
        demand: Pattern | None = None,
    ) -> None:
        self._search = compile_search(text)
        self.text = text
        self.patterns = patterns
        self.breadth = breadth
        self.demand = demand

    def solutions(self, reader: Reader, given: Args = ()) -> Found:
        """Return the values that the search collected, once for each way to find them."""
        found: Found = []
        self._search(reader, found, given)
        return found

    def holds(self, reader: Reader, given: Args = ()) -> bool:
        """Whether a search that ends at the first way to fulfil the condition got there."""
        return self._search(reader, [], given)


class Joiner:
    """Compiles one condition.

    Args:
        fluents: symbols of the predicates that actions change.
        rare: pairs of a fluent symbol and its number of facts, where that is 0 or 1: these are
            good to start from.
        given: variables whose values the caller gives, in that order.
    """

    def __init__(self, fluents: frozenset[str], rare: Rare, given: Iterable[str] = ()) -> None:
        self._fluents = fluents
        self._rare = dict(rare)
        self._given = tuple(given)
        self._names: dict[str, str] = {}
        self._types: dict[str, str] = {}
        self._patterns: set[Pattern] = set()
        self._first: frozenset[str] = frozenset()
        self._breadth = 1.0
        self._functions: list[Function] = []

    def holds(self, formula: Formula, variables: Typed = ()) -> Join:
        """Compile the question whether the condition holds for some values of `variables`."""
        return self._join(formula, variables, None)

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
        self._first = first
        return self._join(formula, variables, tuple(wanted))

    def _join(self, formula: Formula, variables: Typed, wanted: tuple[str, ...] | None) -> Join:
        function = self._function("search(reader, found, given)")
        if self._given:
            function.write(f"{self._all(function, self._given)}, = given")
        self._solve(function, formula, variables, frozenset(self._given), wanted)
        atoms, _ = flatten(formula, {})
        return Join(
            text="".join([function.text for function in self._functions]),
            patterns=frozenset(self._patterns),
            breadth=self._breadth,
            demand=self._demand(atoms),
        )

    def _demand(self, atoms: list[Literal]) -> Pattern | None:
        """Return the look-up of all facts of a predicate that has none at first, if any."""
        rarest = next((atom for atom in atoms if self._rare.get(atom.symbol) == 0), None)
        return None if rarest is None else Pattern(rarest.symbol, ())

    def _function(self, head: str) -> Function:
        self._functions.append(Function(head))
        return self._functions[-1]

    def _name(self, function: Function, arg: str) -> str:
        """Return what a function calls a variable, or an object that the condition names."""
        name = self._names.setdefault(arg, f"v{len(self._names)}")
        if not arg.startswith("?"):
            function.name(arg, name)
        return name

    def _all(self, function: Function, args: Iterable[str]) -> str:
        return ", ".join([self._name(function, arg) for arg in args])

    def _solve(
        self,
        function: Function,
        formula: Formula,
        variables: Typed,
        bound: frozenset[str],
        wanted: tuple[str, ...] | None,
    ) -> None:
        """Write the loops for `variables`, given the `bound` ones, and what to do in the last."""
        free = dict(variables)
        atoms, filters = flatten(formula, free)
        self._types.update(free)
        known = set(bound)
        early = [name for name in free if name in self._first - bound]
        while True:
            if function.loops >= MOST_LOOPS:
                function = self._call(function, known)
            ready = [part for part in filters if outer(part) <= known]
            filters = [part for part in filters if part not in ready]
            for part in ready:
                function.require(self._test(function, part, known))
            if early:
                self._over_objects(function, early.pop(0), known)
            elif atoms:
                self._scan(function, atoms, filters, known)
            elif left := [name for name in free if name not in known]:
                self._over_objects(function, left[0], known)
            else:
                break
        if wanted is None:
            function.write("return True")
        else:
            function.write(f"found.append({self._row(function, wanted, known)})")

    def _row(self, function: Function, wanted: tuple[str, ...], known: set[str]) -> str:
        """Write the tuple of all values; there is none for a variable of which nothing is asked."""
        unknown = [arg for arg in wanted if arg.startswith("?") and arg not in known]
        values = ["0" if arg in unknown else self._name(function, arg) for arg in wanted]
        return f"({', '.join(values)},)" if values else "()"

    def _call(self, function: Function, known: Iterable[str]) -> Function:
        """Go on in a function of its own."""
        args = self._all(function, sorted(known))
        head = f"search{len(self._functions)}(reader, found, {args})"
        function.write(f"if {head}: return True")
        return self._function(head)

    def _scan(
        self, function: Function, atoms: list[Literal], filters: list[Formula], known: set[str]
    ) -> None:
        """Write the loop over the facts, of all that the condition asks for, that are fewest."""
        atom = min(atoms, key=lambda atom: self._rows(atom, known))
        for choice in [part for part in filters if _is_of_one(part, known)]:
            if self._rows_of_one(choice, known) < self._rows(atom, known):
                filters.remove(choice)
                self._over_one(function, choice, known)
                return
        atoms.remove(atom)
        if variables_of(atom) <= known:
            function.require(self._is_true(function, atom, known))
            return
        self._breadth *= self._factor(atom, known)
        names = [arg for arg in atom.args if arg in self._types and arg not in known]
        new = [(self._name(function, name), self._types[name]) for name in names]
        function.over(self._rows_text(function, atom, known), new)
        known.update(names)

    def _rows(self, atom: Literal, known: set[str]) -> float:
        """Estimate how many facts fit an atom."""
        bound = sum(arg in known or not arg.startswith("?") for arg in atom.args)
        if bound == len(atom.args):
            return 0.0
        rows = _ROWS_OF_FLUENT if atom.symbol in self._fluents else _ROWS_OF_STATIC
        rows = self._rare.get(atom.symbol, rows)
        return rows / _ROWS_PER_BOUND**bound

    def _rows_of_one(self, choice: Formula, known: set[str]) -> float:
        return sum(self._rows(atom, known) for atom in literals(choice))

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

    def _test(self, function: Function, part: Formula, known: set[str]) -> str:
        """Write a test of what is known."""
        if isinstance(part, Literal):
            return self._is_true(function, part, known)
        if isinstance(part, Exists):
            args = self._all(function, sorted(outer(part)))
            head = f"test{len(self._functions)}(reader, found, {args})"
            self._solve(self._function(head), part.body, part.variables, frozenset(known), None)
            return f"not {head}" if part.negated else head
        word = " and " if isinstance(part, And) else " or "
        tests = [f"({self._test(function, inner, known)})" for inner in part.parts]
        return word.join(tests) or str(isinstance(part, And))

    def _is_true(self, function: Function, literal: Literal, known: set[str]) -> str:
        names = [self._name(function, arg) for arg in literal.args]
        if literal.symbol == "=/2":
            return f" {'!' if literal.negated else '='}= ".join(names)
        pattern = whole_pattern(literal.symbol)
        test = is_true(pattern, names, fluent=self._look_up(pattern))
        if literal.negated:
            return f"not {test}"
        self._breadth *= self._factor(literal, known)
        return test

    def _rows_text(self, function: Function, atom: Literal, known: set[str]) -> str:
        """Write the look-up of the facts that an atom may be."""
        bound = [i for i, arg in enumerate(atom.args) if arg in known or not arg.startswith("?")]
        pattern = Pattern(atom.symbol, tuple(bound))
        names = [self._name(function, atom.args[i]) for i in bound]
        return rows_of(pattern, names, fluent=self._look_up(pattern))

    def _over_one(self, function: Function, choice: Formula, known: set[str]) -> None:
        """Write the loop over all objects that one of several atoms allows."""
        (name,) = outer(choice) - known
        rows = [self._rows_text(function, atom, known) for atom in literals(choice)]
        self._breadth *= max(1.0, self._rows_of_one(choice, known))
        function.over_any(rows, self._name(function, name), self._types[name])
        known.add(name)

    def _over_objects(self, function: Function, name: str, known: set[str]) -> None:
        function.over_objects(self._name(function, name), self._types[name])
        known.add(name)


def _is_of_one(part: Formula, known: set[str]) -> bool:
    """Whether a condition asks for one of several atoms, each of which binds the same variable."""
    if not isinstance(part, Or) or len(outer(part) - known) != 1:
        return False
    (name,) = outer(part) - known
    return all(
        isinstance(inner, Literal)
        and not inner.negated
        and inner.symbol != "=/2"
        and inner.args.count(name) == 1
        for inner in part.parts
    )

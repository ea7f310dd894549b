"""Turn a condition into nested loops over facts, which find all that fulfil it.

A condition is flattened into positive atoms, which bind variables, and filters, which only test.
Each becomes a `Step`: a closure that, given a frame of variables, calls the next step for every
way to go on. Steps depend on the domain alone and serve all of its games.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import contains
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Args, Key, Pattern, Reader, whole_pattern
from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

Frame: TypeAlias = list[int]
Found: TypeAlias = list[Args]
# Answers whether the search may stop.
Step: TypeAlias = Callable[[Frame, Reader, Found], bool]

_NOTHING: frozenset[int] = frozenset()
_MOST_PARTS = 400
_ROWS_OF_STATIC, _ROWS_OF_FLUENT, _ROWS_OF_TYPE, _ROWS_PER_BOUND = 30.0, 60.0, 300.0, 8.0


def stop(frame: Frame, reader: Reader, found: Found) -> bool:
    """End the search: a condition that only needs to hold does."""
    return True


def collect(registers: tuple[int, ...]) -> Step:
    """Make the last step of a search for all solutions: note the values and go on."""

    def run(frame: Frame, reader: Reader, found: Found) -> bool:
        found.append(tuple([frame[i] for i in registers]))
        return False

    return run


class Join:
    """A compiled condition, ready to be run over any game of its domain."""

    __slots__ = ("_constants", "_size", "_step", "patterns")

    def __init__(
        self, step: Step, size: int, constants: Mapping[str, int], patterns: frozenset[Pattern]
    ) -> None:
        self._step = step
        self._size = size
        self._constants = tuple(constants.items())
        self.patterns = patterns

    def solutions(self, reader: Reader, given: Args = ()) -> Found:
        """Return the values that the last step collected, once for each way to find them."""
        found: Found = []
        self._step(self._frame(reader, given), reader, found)
        return found

    def holds(self, reader: Reader, given: Args = ()) -> bool:
        """Whether a search that ends in `stop` got there."""
        return self._step(self._frame(reader, given), reader, [])

    def _frame(self, reader: Reader, given: Args) -> Frame:
        frame = [*given, *[0] * (self._size - len(given))]
        for name, register in self._constants:
            frame[register] = reader.world.numbers.get(name, -1)
        return frame


class Joiner:
    """Compiles one condition.

    Args:
        fluents: symbols of the predicates that actions change.
        rare: fluent symbols with one fact or none, which are good to start from.
        given: variables whose values the caller puts into the frame, in that order.
    """

    def __init__(
        self, fluents: frozenset[str], rare: frozenset[str], given: Iterable[str] = ()
    ) -> None:
        self._fluents = fluents
        self._rare = rare
        self._registers = {name: place for place, name in enumerate(given)}
        self._bound = frozenset(self._registers)
        self._types: dict[str, str] = {}
        self._constants: dict[str, int] = {}
        self._patterns: set[Pattern] = set()

    def holds(self, formula: Formula, variables: Typed = ()) -> Join:
        """Compile the question whether the condition holds for some values of `variables`."""
        return self._join(formula, variables, lambda: stop)

    def solutions(self, formula: Formula, variables: Typed, wanted: Iterable[str]) -> Join:
        """Compile the search for all values of the variables `wanted`."""
        names = tuple(wanted)
        return self._join(
            formula, variables, lambda: collect(tuple(self._register(n) for n in names))
        )

    def _join(self, formula: Formula, variables: Typed, last: Callable[[], Step]) -> Join:
        step = self._solve(formula, variables, self._bound, last())
        size = len(self._registers)
        return Join(step, size, self._constants, frozenset(self._patterns))

    def _register(self, name: str) -> int:
        place = self._registers.setdefault(name, len(self._registers))
        if not name.startswith("?"):
            self._constants[name] = place
        return place

    def _solve(self, formula: Formula, variables: Typed, bound: frozenset[str], last: Step) -> Step:
        """Compile the loops for `variables`, given the `bound` ones, down to the step `last`."""
        free = dict(variables)
        atoms, filters = _flatten(formula, free)
        self._types.update(free)
        makers: list[Callable[[Step], Step]] = []
        known = set(bound)
        while True:
            ready = [part for part in filters if _outer(part) <= known]
            filters = [part for part in filters if part not in ready]
            makers += [self._filter(part, frozenset(known)) for part in ready]
            if atoms:
                atom = min(atoms, key=lambda atom: self._rows(atom, known))
                atoms.remove(atom)
                makers.append(self._scan(atom, known))
                known |= _variables(atom)
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
        if atom.symbol in self._rare:
            rows = 1.0
        return rows / _ROWS_PER_BOUND**bound

    def _look_up(self, pattern: Pattern) -> bool:
        """Note that the pattern is read; say whether its predicate is fluent."""
        self._patterns.add(pattern)
        return pattern.symbol in self._fluents

    def _filter(self, part: Formula, known: frozenset[str]) -> Callable[[Step], Step]:
        if isinstance(part, Literal):
            return self._check(part)
        if isinstance(part, Exists):
            return _test((self._solve(part.body, part.variables, known, stop),), part.negated)
        tests = tuple(self._solve(inner, (), known, stop) for inner in part.parts)
        return _test(tests, negated=False)

    def _check(self, literal: Literal) -> Callable[[Step], Step]:
        registers = tuple(self._register(arg) for arg in literal.args)
        if literal.symbol == "=/2":
            return _compare(*registers, equal=not literal.negated)
        pattern = whole_pattern(literal.symbol)
        return _check(pattern.tag, registers, self._look_up(pattern), expected=not literal.negated)

    def _scan(self, atom: Literal, known: set[str]) -> Callable[[Step], Step]:
        bound = [i for i, arg in enumerate(atom.args) if arg in known or not arg.startswith("?")]
        if len(bound) == len(atom.args):
            return self._check(atom)
        pattern = Pattern(atom.symbol, tuple(bound))
        given = tuple(self._register(atom.args[i]) for i in bound)
        names = [arg for i, arg in enumerate(atom.args) if i not in bound]
        new = tuple((self._register(name), self._types[name]) for name in names)
        fluent = self._look_up(pattern)
        if len(new) == 1:
            return _scan_one(pattern.tag, given, new[0], fluent)
        return _scan_many(pattern.tag, given, new, fluent)

    def _objects(self, name: str) -> Callable[[Step], Step]:
        register, kind = self._register(name), self._types[name]

        def maker(following: Step) -> Step:
            def run(frame: Frame, reader: Reader, found: Found) -> bool:
                objects = sorted(reader.world.kinds.get(kind, _NOTHING))
                reader.spend(len(objects))
                for value in objects:
                    frame[register] = value
                    if following(frame, reader, found):
                        return True
                return False

            return run

        return maker


def _flatten(formula: Formula, free: dict[str, str]) -> tuple[list[Literal], list[Formula]]:
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


def _variables(atom: Literal) -> set[str]:
    return {arg for arg in atom.args if arg.startswith("?")}


def _outer(formula: Formula) -> set[str]:
    """Return the variables that a formula takes from outside."""
    if isinstance(formula, Literal):
        return _variables(formula)
    if isinstance(formula, Exists):
        return _outer(formula.body) - {name for name, _ in formula.variables}
    return set().union(*[_outer(part) for part in formula.parts])


def _key(tag: str, registers: tuple[int, ...]) -> Callable[[Frame], Key]:
    if len(registers) == 1:
        (only,) = registers
        return lambda frame: (tag, frame[only])
    if len(registers) == 2:
        first, second = registers
        return lambda frame: (tag, frame[first], frame[second])
    return lambda frame: (tag, *[frame[i] for i in registers])


def _check(
    tag: str, registers: tuple[int, ...], fluent: bool, *, expected: bool
) -> Callable[[Step], Step]:
    key = _key(tag, registers)

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            value = (reader.fluent if fluent else reader.static)(key(frame))
            return (value is not None) is expected and following(frame, reader, found)

        return run

    return maker


def _compare(first: int, second: int, *, equal: bool) -> Callable[[Step], Step]:
    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            return (frame[first] == frame[second]) is equal and following(frame, reader, found)

        return run

    return maker


def _test(tests: tuple[Step, ...], negated: bool) -> Callable[[Step], Step]:
    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            for test in tests:
                if test(frame, reader, found):
                    return not negated and following(frame, reader, found)
            return negated and following(frame, reader, found)

        return run

    return maker


def _scan_one(
    tag: str, given: tuple[int, ...], new: tuple[int, str], fluent: bool
) -> Callable[[Step], Step]:
    key = _key(tag, given)
    register, kind = new

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            rows = (reader.fluent if fluent else reader.static)(key(frame)) or ()
            objects = reader.world.kinds.get(kind, _NOTHING)
            reader.spend(len(rows))
            for value in rows:
                if value in objects:
                    frame[register] = value
                    if following(frame, reader, found):
                        return True
            return False

        return run

    return maker


def _scan_many(
    tag: str, given: tuple[int, ...], new: tuple[tuple[int, str], ...], fluent: bool
) -> Callable[[Step], Step]:
    key = _key(tag, given)
    registers = tuple(register for register, _ in new)
    repeated = len(set(registers)) < len(registers)

    def maker(following: Step) -> Step:
        def run(frame: Frame, reader: Reader, found: Found) -> bool:
            rows = (reader.fluent if fluent else reader.static)(key(frame)) or ()
            kinds = [reader.world.kinds.get(kind, _NOTHING) for _, kind in new]
            reader.spend(len(rows))
            for row in rows:
                if not all(map(contains, kinds, row)):
                    continue
                for register, value in zip(registers, row, strict=True):
                    frame[register] = value
                if repeated and any(
                    frame[register] != value for register, value in zip(registers, row, strict=True)
                ):
                    continue
                if following(frame, reader, found):
                    return True
            return False

        return run

    return maker

"""Join the facts that never change into tables of variable assignments."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import itemgetter

from hgpo_envs.alfworld.engine.formulas import Literal
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.planner.limits import PlanningError

Row = tuple[str, ...]

_MOST_ROWS = 400_000


class Statics:
    """What never changes in a game: objects by type, and facts.

    Args:
        kinds: type -> its objects, sorted.
        facts: symbol (``name/arity``) -> arguments of the true facts, sorted.
    """

    def __init__(self, kinds: Mapping[str, Sequence[str]], facts: Mapping[str, list[Row]]) -> None:
        self.kinds = kinds
        self.members = {kind: frozenset(objects) for kind, objects in kinds.items()}
        self.facts = facts
        self._sets = {symbol: frozenset(rows) for symbol, rows in facts.items()}

    def true(self, symbol: str, args: Row) -> bool:
        """Whether a fact (or an equality) holds."""
        if symbol == "=/2":
            return args[0] == args[1]
        return args in self._sets.get(symbol, ())


class Table:
    """Assignments of objects to variables, one a row; constants are columns like variables.

    Args:
        columns: names of the columns.
        rows: the assignments.
    """

    def __init__(self, columns: Sequence[str], rows: list[Row]) -> None:
        self.place = {name: place for place, name in enumerate(columns)}
        self.rows = rows

    def column(self, name: str) -> list[str]:
        """Return one variable's objects, row by row."""
        place = self.place[name]
        return [row[place] for row in self.rows]

    def picker(self, names: Sequence[str]) -> Callable[[Row], Row]:
        """Make the function that picks some columns out of a row."""
        places = [self.place[name] for name in names]
        if len(places) > 1:
            return itemgetter(*places)
        return lambda row: tuple([row[place] for place in places])

    def with_constants(self, names: Sequence[str]) -> None:
        """Add a column for each constant that has none."""
        new = tuple(dict.fromkeys(name for name in names if name not in self.place))
        for name in new:
            self.place[name] = len(self.place)
        if new:
            self.rows = [row + new for row in self.rows]

    def join(self, statics: Statics, variables: Typed, conjuncts: Sequence[Literal]) -> None:
        """Bind variables to all objects with which the conjuncts (all static) hold."""
        kinds = dict(variables)
        for name in sorted({arg for atom in conjuncts for arg in atom.args} - kinds.keys()):
            if name not in self.place:
                self.with_constants([name])
        waiting = [atom for atom in conjuncts if not atom.negated and atom.symbol != "=/2"]
        while waiting:
            atom = min(waiting, key=lambda atom: self._effort(statics, atom))
            waiting.remove(atom)
            self._join_facts(statics, kinds, atom)
        for name, kind in variables:
            if name not in self.place:
                self._append(name, statics.kinds.get(kind, ()))
        for atom in conjuncts:
            if atom.negated or atom.symbol == "=/2":
                self._filter(statics, atom)

    def _effort(self, statics: Statics, atom: Literal) -> tuple[int, int]:
        known = all(arg in self.place for arg in atom.args)
        bound = any(arg in self.place for arg in atom.args)
        return (0 if known else 1 if bound else 2), len(statics.facts.get(atom.symbol, ()))

    def _join_facts(self, statics: Statics, kinds: Mapping[str, str], atom: Literal) -> None:
        new = tuple(dict.fromkeys(arg for arg in atom.args if arg not in self.place))
        bound = [place for place, arg in enumerate(atom.args) if arg in self.place]
        free = [atom.args.index(name) for name in new]
        members = [statics.members.get(kinds[name], frozenset()) for name in new]
        found: dict[Row, list[Row]] = defaultdict(list)
        for args in statics.facts.get(atom.symbol, ()):
            values = tuple([args[place] for place in free])
            agrees = all(
                args[place] == values[new.index(arg)]
                for place, arg in enumerate(atom.args)
                if arg in new
            )
            if agrees and all(value in group for value, group in zip(values, members, strict=True)):
                found[tuple([args[place] for place in bound])].append(values)
        key = self.picker([atom.args[place] for place in bound])
        nothing: list[Row] = []
        self.rows = [row + values for row in self.rows for values in found.get(key(row), nothing)]
        self._grow(new)

    def _append(self, name: str, objects: Sequence[str]) -> None:
        if len(self.rows) * len(objects) > _MOST_ROWS:
            raise PlanningError(f"an action or the goal combines more than {_MOST_ROWS} objects")
        self.rows = [(*row, value) for row, value in product(self.rows, objects)]
        self._grow((name,))

    def _grow(self, new: Sequence[str]) -> None:
        if len(self.rows) > _MOST_ROWS:
            raise PlanningError(f"an action or the goal combines more than {_MOST_ROWS} objects")
        for name in new:
            self.place[name] = len(self.place)

    def _filter(self, statics: Statics, atom: Literal) -> None:
        pick = self.picker(atom.args)
        wanted = not atom.negated
        self.rows = [row for row in self.rows if statics.true(atom.symbol, pick(row)) is wanted]

"""Compile the ways to fulfil an action's condition, with the pivot taken out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hgpo_envs.alfworld.engine.conjunctions import flatten, outer, variables_of
from hgpo_envs.alfworld.engine.facts import whole_pattern
from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, literals
from hgpo_envs.alfworld.engine.indexes import key_maker
from hgpo_envs.alfworld.engine.joins import Join, Joiner, Rare
from hgpo_envs.alfworld.engine.lists import Typed
from hgpo_envs.alfworld.engine.ways import Guard, Update, Way, picker

# Roughly how many rows a fact may touch that tables follow.
_BROAD = 50.0


def choose_pivot(conditions: Iterable[Formula], rare: Rare) -> str | None:
    """Choose the symbol of the pivot: of those with one fact, the one that most conditions name."""
    single = {symbol for symbol, count in rare if count == 1 and not symbol.endswith("/0")}
    votes: Counter[str] = Counter()
    for condition in conditions:
        atoms, _ = flatten(condition, {})
        votes.update(sorted({atom.symbol for atom in atoms} & single))
    return max(votes, key=lambda symbol: (votes[symbol], symbol), default=None)


@dataclass(frozen=True, slots=True)
class _Split:
    """A condition without its pivot."""

    rest: Formula
    loose: frozenset[str] = frozenset()
    differ: tuple[tuple[str, str], ...] = ()
    guards: tuple[Literal, ...] = ()


class WayCompiler:
    """Compiles the ways of one domain's actions.

    Args:
        fluents: symbols that actions change.
        rare: symbols with few facts, from which searches start.
        pivot: the pivot's symbol, if there is one.
    """

    def __init__(self, fluents: frozenset[str], rare: Rare, pivot: str | None) -> None:
        self._fluents = fluents
        self._rare = rare
        self._pivot = pivot

    def compile(
        self,
        number: int,
        parameters: Typed,
        condition: Formula,
        shown: frozenset[str],
        told: frozenset[str],
    ) -> Way:
        """Compile one way.

        Args:
            number: the action's place among all.
            parameters: of the action.
            condition: the way's.
            shown: parameters that the command's text depends on.
            told: symbols that can change and that the text depends on.
        """
        free = dict(parameters)
        atoms, filters = flatten(condition, free)
        pivot = self._pivot_atom(atoms, filters)
        split = None if pivot is None else self._without(pivot, atoms, filters, shown)
        if split is None:
            pivot, split = None, _Split(And((*atoms, *filters)))
        places = {name: place for place, name in enumerate(pivot.args if pivot else ())}
        columns = tuple(free)
        key = tuple((columns.index(n), p) for n, p in places.items() if n not in split.loose)
        bound = {name: kind for name, kind in free.items() if name not in split.loose}
        rows = _Rows(split.rest, bound, columns, tuple(columns[column] for column, _ in key))
        symbols = {literal.symbol for literal in literals(split.rest)} & self._fluents
        updates = {symbol: self._updates(symbol, rows) for symbol in sorted(symbols)}
        updates |= dict.fromkeys(told)
        guards = tuple(_guard(literal, places) for literal in split.guards)
        broad = [each for several in updates.values() for each in several or () if _broad(each)]
        direct = bool(key and broad)
        return Way(
            number=number,
            width=len(parameters),
            columns=len(columns),
            search=self._search(rows, rows.key if direct else ()),
            direct=direct,
            symbols=frozenset(updates).union([guard.symbol for guard in guards]),
            updates={} if direct else updates,
            pivot=pivot is not None,
            key=key,
            place=picker(tuple(column for column, _ in key)),
            holes=tuple((columns.index(n), p) for n, p in places.items() if n in split.loose),
            differ=tuple((columns.index(n), places[other]) for n, other in split.differ),
            types=tuple(free[name] for name in places),
            guards=guards,
        )

    def _pivot_atom(self, atoms: Sequence[Literal], filters: Sequence[Formula]) -> Literal | None:
        """Return the one atom of the pivot; None if the condition says anything else of it."""
        found = [atom for atom in atoms if atom.symbol == self._pivot]
        if len(found) != 1 or any(
            literal.symbol == self._pivot for part in filters for literal in literals(part)
        ):
            return None
        args = found[0].args
        plain = len(set(args)) == len(args) and all(arg.startswith("?") for arg in args)
        return found[0] if plain else None

    def _without(
        self,
        pivot: Literal,
        atoms: Iterable[Literal],
        filters: Sequence[Formula],
        shown: frozenset[str],
    ) -> _Split | None:
        """Take the pivot out of a condition, and what only asks for its arguments.

        A variable of the pivot that nothing else asks for but to be different from another stays
        *loose*: no row needs a value for it.
        """
        rest = [atom for atom in atoms if atom is not pivot]
        guards = [
            part
            for part in (*rest, *filters)
            if isinstance(part, Literal)
            and part.symbol in self._fluents
            and set(part.args) <= set(pivot.args)
        ]
        rest = [atom for atom in rest if atom not in guards]
        filters = [part for part in filters if part not in guards]
        unbound = set(pivot.args) - set().union(*[variables_of(atom) for atom in rest]) - shown
        apart = [part for part in filters if _parts(part, unbound) is not None]
        others = [part for part in filters if part not in apart]
        loose = unbound - set().union(*[outer(part) for part in others])
        kept = [part for part in apart if not outer(part) & loose]
        differ = [pair for part in apart if part not in kept if (pair := _parts(part, loose))]
        if len(differ) + len(kept) < len(apart):
            return None
        return _Split(And((*rest, *others, *kept)), frozenset(loose), tuple(differ), tuple(guards))

    def _search(self, rows: "_Rows", given: Sequence[str] = ()) -> Join:
        joiner = Joiner(self._fluents, self._rare, given)
        unknown = tuple((name, kind) for name, kind in rows.free.items() if name not in given)
        return joiner.solutions(rows.rest, unknown, rows.columns, _only_tested(rows))

    def _where(self, rows: "_Rows", given: tuple[str, ...]) -> Join | None:
        """Compile the search for the keys of rows some of whose values are given."""
        wanted = set(rows.key) - set(given)
        atoms, _ = flatten(rows.rest, {})
        for atom in atoms:
            named = variables_of(atom)
            if atom.symbol not in self._fluents and wanted <= named and named & set(given):
                unknown = tuple((name, rows.free[name]) for name in sorted(named - set(given)))
                joiner = Joiner(self._fluents, self._rare, given)
                return joiner.solutions(atom, unknown, rows.key)
        return None

    def _updates(self, symbol: str, rows: "_Rows") -> tuple[Update, ...] | None:
        """Compile what follows a fact; None where an atom is of a quantifier's own variables."""
        atoms = {literal.args for literal in literals(rows.rest) if literal.symbol == symbol}
        if any(not set(_named(args)) <= rows.free.keys() for args in atoms):
            return None
        return tuple(self._update(symbol, args, rows) for args in sorted(atoms))

    def _update(self, symbol: str, args: tuple[str, ...], rows: "_Rows") -> Update:
        names = _named(args)
        first = {name: args.index(name) for name in names}
        return Update(
            only=_only(symbol, args, rows.rest),
            gains=_gains(symbol, rows.rest),
            values=picker(tuple(first.values())),
            kinds=tuple(
                (place, rows.free[name])
                for place, name in enumerate(names)
                if rows.free[name] != "object"
            ),
            columns=picker(tuple(rows.columns.index(name) for name in names)),
            same=tuple((first[a], i) for i, a in enumerate(args) if first.get(a, i) != i),
            constants=tuple((i, a) for i, a in enumerate(args) if a not in first),
            search=self._search(rows, names),
            where=self._where(rows, names),
        )


@dataclass(frozen=True, slots=True)
class _Rows:
    """What to search for: the condition, its variables with types, and the columns of a row."""

    rest: Formula
    free: Mapping[str, str]
    columns: tuple[str, ...]
    key: tuple[str, ...]


def _broad(update: Update) -> bool:
    return update.search.breadth > _BROAD


def _only(symbol: str, args: tuple[str, ...], condition: Formula) -> bool | None:
    """Return whether a condition asks for an atom in any case, or for its negation."""
    for part in [part for parts in flatten(condition, {}) for part in parts]:
        if isinstance(part, Literal) and (part.symbol, part.args) == (symbol, args):
            return not part.negated
    return None


def _gains(symbol: str, condition: Formula) -> bool | None:
    """Return what all facts of a predicate help a condition by being; None if that differs."""
    wanted = {
        literal.negated is odd for literal, odd in _signed(condition) if literal.symbol == symbol
    }
    return wanted.pop() if len(wanted) == 1 else None


def _signed(formula: Formula, odd: bool = False) -> Iterator[tuple[Literal, bool]]:
    """Yield every literal, and whether an odd number of negated quantifiers stands above it."""
    if isinstance(formula, Literal):
        yield formula, odd
    elif isinstance(formula, Exists):
        yield from _signed(formula.body, odd is not formula.negated)
    else:
        for part in formula.parts:
            yield from _signed(part, odd)


def _guard(literal: Literal, places: Mapping[str, int]) -> Guard:
    return Guard(
        key=key_maker(
            whole_pattern(literal.symbol).base, tuple(places[name] for name in literal.args)
        ),
        symbol=literal.symbol,
        expected=not literal.negated,
    )


def _only_tested(rows: _Rows) -> frozenset[str]:
    """Return the variables that a condition tests and that no atom of it binds."""
    atoms, filters = flatten(rows.rest, {})
    tested = set().union(*[outer(part) for part in filters])
    return frozenset(tested.intersection(rows.free).difference(*[variables_of(a) for a in atoms]))


def _named(args: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(arg for arg in args if arg.startswith("?")))


def _parts(part: Formula, loose: set[str]) -> tuple[str, str] | None:
    """Return the other and the loose variable of an inequality between two such."""
    if not isinstance(part, Literal) or part.symbol != "=/2" or not part.negated:
        return None
    other, name = sorted(part.args, key=lambda arg: arg in loose)
    return (other, name) if name in loose and other not in loose and other[0] == "?" else None

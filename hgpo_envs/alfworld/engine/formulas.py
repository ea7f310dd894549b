"""Conditions and effects in a normal form: negation only at atoms and at quantifiers.

``imply`` becomes a disjunction, ``forall x. p`` becomes "no x with not p", and every quantified
variable gets a name of its own, so that conjunctions can be flattened without clashes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.lists import SExpr, Typed, read_typed
from hgpo_envs.alfworld.engine.unplayable import UnplayableError


def symbol_of(predicate: str, arity: int) -> str:
    """Return the name by which the engine knows a predicate: ``name/arity``.

    Example:
        >>> symbol_of("holds", 2)
        'holds/2'
    """
    return f"{predicate}/{arity}"


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its negation; arguments that start with ``?`` are variables."""

    negated: bool
    symbol: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class And:
    """All of the parts; true without any."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of the parts; false without any."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Exists:
    """Some objects of the given types (or, negated, none) make the body true."""

    negated: bool
    variables: Typed
    body: "Formula"


Formula: TypeAlias = Literal | And | Or | Exists
TRUE = And(())


@dataclass(frozen=True, slots=True)
class Effect:
    """Make one atom true or false, for all `variables` that fulfil `condition`."""

    variables: Typed
    condition: Formula
    negated: bool
    symbol: str
    args: tuple[str, ...]

    @property
    def plain(self) -> bool:
        """Whether the effect neither depends on a condition nor runs over variables."""
        return not self.variables and self.condition == TRUE


def literals(formula: Formula) -> Iterator[Literal]:
    """Yield every literal of a formula, at any depth."""
    if isinstance(formula, Literal):
        yield formula
    elif isinstance(formula, Exists):
        yield from literals(formula.body)
    else:
        for part in formula.parts:
            yield from literals(part)


def take_names(formula: Formula) -> tuple[Formula, dict[str, str]]:
    """Put variables in place of the objects that a formula names.

    Returns:
        The formula, and the variable of each object.
    """
    named: dict[str, str] = {}

    def variable(arg: str) -> str:
        return arg if arg.startswith("?") else named.setdefault(arg, f"?{len(named)}")

    def replaced(part: Formula) -> Formula:
        if isinstance(part, Literal):
            return Literal(part.negated, part.symbol, tuple([variable(arg) for arg in part.args]))
        if isinstance(part, Exists):
            return Exists(part.negated, part.variables, replaced(part.body))
        return type(part)(tuple([replaced(inner) for inner in part.parts]))

    return replaced(formula), named


class FormulaReader:
    """Reads the conditions and effects of one action, or one goal.

    Args:
        scope: the variables that may be used, as written -> as renamed.
        where: what messages name, for example ``"action look"``.
    """

    def __init__(self, scope: Mapping[str, str], where: str) -> None:
        self._scope = dict(scope)
        self._where = where
        self._renamed = 0

    def condition(self, read: SExpr, *, negate: bool = False) -> Formula:
        """Read a condition, or the opposite of it."""
        if not read:
            return Or(()) if negate else TRUE
        word, rest = self._head(read)
        if word == "not":
            self._expect(word, rest, 1)
            return self.condition(rest[0], negate=not negate)
        if word in {"and", "or"}:
            parts = tuple(self.condition(part, negate=negate) for part in rest)
            return And(parts) if (word == "and") != negate else Or(parts)
        if word == "imply":
            self._expect(word, rest, 2)
            unless = self.condition(rest[0], negate=not negate)
            then = self.condition(rest[1], negate=negate)
            return And((unless, then)) if negate else Or((unless, then))
        if word in {"exists", "forall"}:
            return self._quantified(word, rest, negate)
        return self._literal(word, rest, negate)

    def effects(self, read: SExpr) -> Iterator[Effect]:
        """Yield the effects of an effect expression, costs left out."""
        yield from self._effects(read, (), TRUE)

    def _effects(self, read: SExpr, variables: Typed, condition: Formula) -> Iterator[Effect]:
        if not read:
            return
        word, rest = self._head(read)
        if word == "and":
            for part in rest:
                yield from self._effects(part, variables, condition)
        elif word == "forall":
            self._expect(word, rest, 2)
            outer = dict(self._scope)
            added = self._declare(rest[0])
            yield from self._effects(rest[1], variables + added, condition)
            self._scope = outer
        elif word == "when":
            self._expect(word, rest, 2)
            inner = self.condition(rest[0])
            both = inner if condition == TRUE else And((condition, inner))
            yield from self._effects(rest[1], variables, both)
        elif word in {"increase", "decrease", "assign"}:
            self._check_cost(word, rest)
        else:
            atom = self.condition(read)
            if not isinstance(atom, Literal) or atom.symbol == "=/2":
                raise UnplayableError(f"{self._where} has ({word} ...) as an effect")
            yield Effect(variables, condition, atom.negated, atom.symbol, atom.args)

    def _check_cost(self, word: str, rest: list[SExpr]) -> None:
        """Let costs pass, which nothing in a game reads; refuse other numbers that change."""
        if word != "increase" or rest[:1] != [["total-cost"]]:
            raise UnplayableError(
                f"{self._where} uses ({word} ...) on something other than total-cost, which the "
                "engine does not support"
            )

    def _quantified(self, word: str, rest: list[SExpr], negate: bool) -> Formula:
        self._expect(word, rest, 2)
        outer = dict(self._scope)
        variables = self._declare(rest[0])
        universal = word == "forall"
        body = self.condition(rest[1], negate=universal)
        self._scope = outer
        return Exists(universal != negate, variables, body)

    def _declare(self, read: SExpr) -> Typed:
        if not isinstance(read, list):
            raise UnplayableError(f"{self._where}: a quantifier lacks its list of variables")
        variables = []
        for name, kind in read_typed(read, self._where):
            self._renamed += 1
            self._scope[name] = f"{name}@{self._renamed}"
            variables.append((self._scope[name], kind))
        return tuple(variables)

    def _literal(self, word: str, rest: list[SExpr], negate: bool) -> Literal:
        args: list[str] = []
        for arg in rest:
            if not isinstance(arg, str):
                raise UnplayableError(
                    f"{self._where} uses ({word} ...) with a list as an argument, which the engine "
                    "does not support"
                )
            if arg.startswith("?") and arg not in self._scope:
                raise UnplayableError(f"{self._where} uses {arg}, which it does not declare")
            args.append(self._scope.get(arg, arg))
        if word.startswith((":", "?")) or (word == "=" and len(args) != 2):
            raise UnplayableError(f"{self._where} uses ({word} ...), which is no condition")
        return Literal(negate, symbol_of(word, len(args)), tuple(args))

    def _head(self, read: SExpr) -> tuple[str, list[SExpr]]:
        if not isinstance(read, list) or not isinstance(read[0], str):
            raise UnplayableError(f"{self._where}: expected a list that starts with a word")
        return read[0], read[1:]

    def _expect(self, word: str, rest: list[SExpr], count: int) -> None:
        if len(rest) != count:
            raise UnplayableError(f"{self._where}: ({word} ...) takes {count}, not {len(rest)}")

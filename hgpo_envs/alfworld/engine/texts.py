"""Compile the text grammar into renderers: functions of the bound objects and the facts.

Bound objects are an *env*, a tuple of numbers; what each stands for is the *scope*, a tuple of
placeholders, which is known when the text is compiled.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import contains
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Args, Key, Pattern, Reader, Row, Rows
from hgpo_envs.alfworld.engine.formulas import symbol_of
from hgpo_envs.alfworld.engine.twl2 import (
    Expression,
    Piece,
    Placeholder,
    Predicate,
    Query,
    Reference,
    Rules,
    read_pieces,
    read_query,
)
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

Env: TypeAlias = Args
Scope: TypeAlias = tuple[Placeholder, ...]
Render: TypeAlias = Callable[[Env, Reader], str]
Matches: TypeAlias = Callable[[Env, Reader], list[Env]]

_MOST_PIECES = 20_000
_GLUE = ("list_empty", "list_separator", "list_last_separator")
_TERM = re.compile(r"'[^']*'|\"[^\"]*\"|[^+'\"]*[^+'\"\s]")
_WORD = re.compile(r"(\w+)(?:\.(\w+))?")
_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Needs:
    """What a text depends on.

    Attributes:
        uses: places of the env.
        fluent: whether facts that can change are read.
        weight: how many pieces the text has, with those of every rule that it can use.
    """

    uses: frozenset[int] = frozenset()
    fluent: bool = False
    weight: int = 1

    def __add__(self, other: "Needs") -> "Needs":
        weight = self.weight + other.weight
        if weight > _MOST_PIECES:
            raise UnplayableError("the grammar's rules make a text of too many pieces")
        return Needs(self.uses | other.uses, self.fluent or other.fluent, weight)

    def within(self, scope: Scope) -> "Needs":
        """Forget the places that a query bound itself."""
        uses = frozenset(place for place in self.uses if place < len(scope))
        return Needs(uses, self.fluent, self.weight)


@dataclass(frozen=True, slots=True)
class Text:
    """A compiled text."""

    render: Render
    needs: Needs = Needs()


@dataclass(frozen=True, slots=True)
class Asked:
    """A compiled query and the scope of the envs that it finds."""

    matches: Matches
    scope: Scope
    needs: Needs


class Writer:
    """Compiles the texts of one grammar.

    Args:
        rules: the rules of the grammar; one named ``task`` without alternatives stands for the
            sentence that each game brings along.
        told: answers under which symbol a predicate of a query is found, given its symbol.
        fluents: the symbols that change, among those that `told` answers.
    """

    def __init__(
        self, rules: Rules, told: Callable[[str], str], fluents: Callable[[str], bool]
    ) -> None:
        self._rules = rules
        self._told = told
        self._fluents = fluents
        self._done: dict[tuple[str, Scope], Text] = {}
        self._open: list[str] = []
        self.patterns: set[Pattern] = set()

    def text(self, source: str, scope: Scope) -> Text:
        """Compile a text whose env is laid out as `scope` says.

        Raises:
            UnplayableError: the text can't be read, names what does not exist, or uses itself.
        """
        parts = [self._piece(piece, scope) for piece in read_pieces(source)]
        return _sequence(parts)

    def _piece(self, piece: Piece, scope: Scope) -> Text:
        if isinstance(piece, str):
            return _constant(piece)
        if isinstance(piece, Reference):
            return self._rule(piece.rule, scope)
        return self._expression(piece, scope)

    def _rule(self, name: str, scope: Scope) -> Text:
        done = self._done.get((name, scope))
        if done is not None:
            return done
        if name not in self._rules:
            raise UnplayableError(f"the grammar has no rule {name!r}, which another text uses")
        if name in self._open or len(self._open) > 40:
            raise UnplayableError(f"the grammar's rule {name!r} uses itself")
        self._open.append(name)
        text = self._done[name, scope] = self._alternatives(name, scope)
        self._open.pop()
        return text

    def _alternatives(self, name: str, scope: Scope) -> Text:
        if name == "task" and not self._rules[name]:
            return Text(_render_task)
        choices: list[tuple[Matches | None, Render]] = []
        needs = Needs()
        for alternative in self._rules[name]:
            text = self.text(alternative.rhs, scope)
            needs += text.needs
            if alternative.condition is None:
                choices.append((None, text.render))
                break
            asked = self._query(read_query(alternative.condition), scope)
            needs += asked.needs
            choices.append((asked.matches, text.render))
        if choices and choices[0][0] is None:
            return Text(choices[0][1], needs)
        return Text(_choose(name, tuple(choices)), needs)

    def _expression(self, piece: Expression, scope: Scope) -> Text:
        asked = Asked(_itself, scope, Needs())
        if piece.query is not None:
            asked = self._query(piece.query, scope)
        if isinstance(piece.what, Reference):
            item = self._rule(piece.what.rule, asked.scope)
        else:
            item = _words(piece.what, asked.scope)
        needs = (asked.needs + item.needs).within(scope)
        if not piece.listed:
            return Text(_each(asked.matches, item.render), needs) if piece.query else item
        glue = [self._rule(name, scope) for name in _GLUE]
        for text in glue:
            needs += text.needs
        return Text(_list(asked.matches, item.render, *[text.render for text in glue]), needs)

    def _query(self, query: Query, scope: Scope) -> Asked:
        outer, needs = scope, Needs()
        stages = []
        for predicate in query:
            asked = self._stage(predicate, scope)
            stages.append(asked.matches)
            scope = asked.scope
            needs += asked.needs
        matches = stages[0] if len(stages) == 1 else _chain(tuple(stages))
        return Asked(matches, scope, needs.within(outer))

    def _stage(self, predicate: Predicate, scope: Scope) -> Asked:
        symbol = self._told(symbol_of(predicate.name, len(predicate.args)))
        fluent = self._fluents(symbol)
        bound = tuple(i for i, arg in enumerate(predicate.args) if arg in scope)
        pattern = Pattern(symbol, bound)
        self.patterns.add(pattern)
        given = tuple(scope.index(predicate.args[i]) for i in bound)
        key = _key(pattern.tag, given)
        if pattern.whole:
            return Asked(_known(key, fluent), scope, Needs(frozenset(given), fluent))
        # A new placeholder must differ from every object that is bound, so all of them matter.
        needs = Needs(frozenset(range(len(scope))), fluent)
        wanted = []
        for arg in [arg for i, arg in enumerate(predicate.args) if i not in bound]:
            scope = scope if arg in scope else (*scope, arg)
            wanted.append((scope.index(arg), arg.kind))
        return Asked(_facts(key, tuple(wanted), fluent), scope, needs)


def _constant(text: str) -> Text:
    return Text(lambda env, reader: text)


def _sequence(parts: list[Text]) -> Text:
    if len(parts) == 1:
        return parts[0]
    renders = tuple(part.render for part in parts)
    return Text(
        lambda env, reader: "".join([render(env, reader) for render in renders]),
        sum((part.needs for part in parts), Needs()),
    )


def _render_task(env: Env, reader: Reader) -> str:
    return reader.world.task


def _choose(name: str, choices: tuple[tuple[Matches | None, Render], ...]) -> Render:
    def render(env: Env, reader: Reader) -> str:
        for matches, chosen in choices:
            if matches is None or matches(env, reader):
                return chosen(env, reader)
        raise UnplayableError(f"no alternative of the grammar's rule {name!r} applies")

    return render


def _words(expression: str, scope: Scope) -> Text:
    """Compile ``o.indefinite + ' ' + o.name`` and the like."""
    terms = [_term(term.strip(), scope) for term in _TERM.findall(expression)]
    if not terms:
        raise UnplayableError(f"the grammar's expression {{{expression}}} is empty")
    return _sequence(terms)


def _term(term: str, scope: Scope) -> Text:
    if term[0] in "'\"":
        return _constant(term[1:-1])
    choices = [_attribute(part.strip(), scope) for part in term.split(" or ")]
    renders = tuple(choice.render for choice in choices)
    if len(choices) == 1:
        return choices[0]

    def render(env: Env, reader: Reader) -> str:
        return next((text for choice in renders if (text := choice(env, reader))), "")

    return Text(render, sum((choice.needs for choice in choices), Needs()))


def _attribute(part: str, scope: Scope) -> Text:
    match = _WORD.fullmatch(part)
    places = [i for i, known in enumerate(scope) if match and known.name == match[1]]
    if match is None or not places:
        raise UnplayableError(f"the grammar's expression {part!r} is not one that the engine knows")
    place, attribute = places[-1], match[2] or "name"
    renders: dict[str, Render] = {
        "name": lambda env, reader: reader.world.names[env[place]],
        "id": lambda env, reader: reader.world.ids[env[place]],
        "type": lambda env, reader: reader.world.types[env[place]],
        "indefinite": lambda env, reader: "a",
        "definite": lambda env, reader: "the",
    }
    if attribute not in renders:
        raise UnplayableError(f"the grammar's expression {part!r} is not one that the engine knows")
    return Text(renders[attribute], Needs(frozenset([place])))


def _itself(env: Env, reader: Reader) -> list[Env]:
    return [env]


def _each(matches: Matches, item: Render) -> Render:
    return lambda env, reader: "".join([item(found, reader) for found in matches(env, reader)])


def _list(matches: Matches, item: Render, empty: Render, comma: Render, last: Render) -> Render:
    def render(env: Env, reader: Reader) -> str:
        items = [item(found, reader) for found in matches(env, reader)]
        if not items:
            return empty(env, reader)
        if len(items) == 1:
            return items[0]
        return comma(env, reader).join(items[:-1]) + last(env, reader) + items[-1]

    return render


def _key(tag: str, given: tuple[int, ...]) -> Callable[[Env], Key]:
    if len(given) == 1:
        (only,) = given
        return lambda env: (tag, env[only])
    return lambda env: (tag, *[env[i] for i in given])


def _chain(stages: tuple[Matches, ...]) -> Matches:
    def matches(env: Env, reader: Reader) -> list[Env]:
        found = [env]
        for stage in stages:
            found = [further for known in found for further in stage(known, reader)]
            reader.spend(len(found))
        return found

    return matches


def _known(key: Callable[[Env], Key], fluent: bool) -> Matches:
    """Match a predicate all of whose placeholders are bound."""

    def matches(env: Env, reader: Reader) -> list[Env]:
        value = (reader.fluent if fluent else reader.static)(key(env))
        return [] if value is None else [env]

    return matches


def _facts(key: Callable[[Env], Key], wanted: tuple[tuple[int, str], ...], fluent: bool) -> Matches:
    """Match a predicate that binds placeholders, each to an object that no other stands for."""
    single = len(wanted) == 1

    def matches(env: Env, reader: Reader) -> list[Env]:
        rows = (reader.fluent if fluent else reader.static)(key(env)) or ()
        reader.spend(len(rows))
        found = []
        for row in _fitting([(row,) for row in rows] if single else rows, wanted, reader):
            further = env
            for (place, _), value in zip(wanted, row, strict=True):
                if place == len(further) and value not in further:
                    further = (*further, value)
                elif place >= len(further) or further[place] != value:
                    break
            else:
                found.append(further)
        return found

    return matches


def _fitting(rows: Rows, wanted: tuple[tuple[int, str], ...], reader: Reader) -> list[Row]:
    """Keep the rows of the wanted types; those of exactly these types come first."""
    kinds = [reader.world.kinds.get(kind, _NOTHING) for _, kind in wanted]
    fitting = [row for row in rows if all(map(contains, kinds, row))]
    types = reader.world.types
    exact = tuple(kind for _, kind in wanted)
    order = {row: tuple([types[value] for value in row]) for row in fitting}
    if any(found != exact for found in order.values()):
        fitting.sort(
            key=lambda row: (
                tuple([a != b for a, b in zip(order[row], exact, strict=True)]),
                order[row],
            )
        )
    return fitting

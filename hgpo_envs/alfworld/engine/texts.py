"""Compile the text grammar into functions of the bound objects and the facts.

Bound objects are an *env*, a tuple of numbers; what each stands for is the *scope*, a tuple of
placeholders, which is known when the text is compiled.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hgpo_envs.alfworld.engine.facts import Pattern, Reader
from hgpo_envs.alfworld.engine.formulas import symbol_of
from hgpo_envs.alfworld.engine.listing import Glue, any_list, names_list, one_item
from hgpo_envs.alfworld.engine.lookups import Look, look
from hgpo_envs.alfworld.engine.matching import (
    Env,
    Matches,
    Sought,
    Test,
    all_known,
    chain,
    itself,
    known,
    one,
    several,
    some,
    unless_none,
)
from hgpo_envs.alfworld.engine.searches import compile_choice, is_true
from hgpo_envs.alfworld.engine.twl2 import (
    Expression,
    Piece,
    Predicate,
    Query,
    Reference,
    Rules,
    read_pieces,
    read_query,
)
from hgpo_envs.alfworld.engine.unplayable import UnplayableError
from hgpo_envs.alfworld.engine.words import (
    Needs,
    Render,
    Scope,
    Text,
    constant,
    sequence,
    words,
)

# Of conditions that are written as Python, which takes time to compile.
_LONGEST = 20_000
_GLUE = ("list_empty", "list_separator", "list_last_separator")


@dataclass(frozen=True, slots=True)
class Asked:
    """A compiled query and the scope of the envs that it finds.

    `looks` are those of a query that binds nothing, and `condition` says the same in Python;
    `sought` is what one new placeholder stands for.
    """

    matches: Matches
    scope: Scope
    needs: Needs
    looks: tuple[Look, ...] | None = None
    condition: str | None = None
    sought: Sought | None = None

    @property
    def test(self) -> Test:
        """Return whether anything matches."""
        return some(self.matches) if self.looks is None else all_known(self.looks)


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
        return sequence(parts)

    def _piece(self, piece: Piece, scope: Scope) -> Text:
        if isinstance(piece, str):
            return constant(piece)
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
        choices: list[tuple[Asked, Render]] = []
        needs = Needs()
        otherwise = Text(_none_applies(name))
        for alternative in self._rules[name]:
            text = self.text(alternative.rhs, scope)
            needs += text.needs
            if alternative.condition is None:
                otherwise = text
                break
            asked = self._query(read_query(alternative.condition), scope)
            needs += asked.needs
            choices.append((asked, text.render))
        if not choices:
            return otherwise
        return Text(_choose(choices, otherwise.render), needs)

    def _expression(self, piece: Expression, scope: Scope) -> Text:
        asked = Asked(itself, scope, Needs())
        if piece.query is not None:
            asked = self._query(piece.query, scope)
        if isinstance(piece.what, Reference):
            item = self._rule(piece.what.rule, asked.scope)
        else:
            item = words(piece.what, asked.scope)
        needs = (asked.needs + item.needs).within(scope)
        if not piece.listed:
            return Text(_each(asked.matches, item.render), needs) if piece.query else item
        glue = [self._rule(name, scope) for name in _GLUE]
        for text in glue:
            needs += text.needs
        between = Glue(*glue)
        if asked.looks is not None:
            return Text(one_item(asked.test, item.render, between), needs)
        general = any_list(asked.matches, item.render, between)
        if asked.sought is None or item.named is None or item.named.place != len(scope):
            return Text(general, needs)
        return Text(names_list(asked.sought, item.named, between, general), needs)

    def _query(self, query: Query, scope: Scope) -> Asked:
        outer, needs = scope, Needs()
        stages: list[Matches] = []
        looks: list[Look] = []
        conditions: list[str] = []
        for predicate in query:
            asked = self._stage(predicate, scope)
            stages.append(asked.matches)
            looks += asked.looks or ()
            conditions += [asked.condition] if asked.condition is not None else ()
            scope = asked.scope
            needs += asked.needs
        if len(stages) == 1:
            return replace(asked, needs=needs.within(outer))
        matches = chain(tuple(stages))
        for predicate in query:
            symbol = self._told(symbol_of(predicate.name, len(predicate.args)))
            # Traces of deletion are rare: often there are none at all.
            if predicate.name.startswith("not_") and self._fluents(symbol):
                self.patterns.add(Pattern(symbol, ()))
                matches = unless_none(Pattern(symbol, ()), matches)
        if len(looks) < len(stages):
            return Asked(matches, scope, needs.within(outer))
        condition = " and ".join(conditions)
        return Asked(matches, scope, needs.within(outer), tuple(looks), condition)

    def _stage(self, predicate: Predicate, scope: Scope) -> Asked:
        symbol = self._told(symbol_of(predicate.name, len(predicate.args)))
        fluents = frozenset([symbol] if self._fluents(symbol) else ())
        bound = tuple(i for i, arg in enumerate(predicate.args) if arg in scope)
        pattern = Pattern(symbol, bound)
        self.patterns.add(pattern)
        given = tuple(scope.index(predicate.args[i]) for i in bound)
        look_up = look(pattern, given, fluent=bool(fluents))
        if pattern.whole:
            needs = Needs(frozenset(given), fluents)
            names = [f"env[{place}]" for place in given]
            condition = is_true(pattern, names, fluent=bool(fluents))
            return Asked(known(look_up), scope, needs, (look_up,), condition)
        # A new placeholder must differ from every object that is bound, so all of them matter.
        needs = Needs(frozenset(range(len(scope))), fluents)
        wanted = []
        for arg in [arg for i, arg in enumerate(predicate.args) if i not in bound]:
            scope = scope if arg in scope else (*scope, arg)
            wanted.append((scope.index(arg), arg.kind))
        if len(wanted) > 1:
            return Asked(several(look_up, tuple(wanted)), scope, needs)
        sought = Sought(look_up, wanted[0][1])
        return Asked(one(look_up, wanted[0]), scope, needs, sought=sought)


def _render_task(env: Env, reader: Reader) -> str:
    return reader.world.task


def _none_applies(name: str) -> Render:
    def render(env: Env, reader: Reader) -> str:
        raise UnplayableError(f"no alternative of the grammar's rule {name!r} applies")

    return render


def _choose(choices: Sequence[tuple[Asked, Render]], otherwise: Render) -> Render:
    """Make the text that the first query that matches chooses."""
    conditions = [asked.condition for asked, _ in choices if asked.condition is not None]
    if len(conditions) == len(choices) and sum(map(len, conditions)) < _LONGEST:
        choose = compile_choice(tuple(conditions))
        renders = (*[render for _, render in choices], otherwise)
        return lambda env, reader: renders[choose(env, reader)](env, reader)
    tests = [(asked.test, render) for asked, render in choices]

    def render(env: Env, reader: Reader) -> str:
        for test, chosen in tests:
            if test(env, reader):
                return chosen(env, reader)
        return otherwise(env, reader)

    return render


def _each(matches: Matches, item: Render) -> Render:
    return lambda env, reader: "".join([item(found, reader) for found in matches(env, reader)])

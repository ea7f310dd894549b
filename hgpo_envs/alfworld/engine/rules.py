"""Compile a domain with a grammar: everything that games of one dialect share."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hgpo_envs.alfworld.engine.actions import Schema, compile_action
from hgpo_envs.alfworld.engine.effects import Beliefs, Producer, denied, producers, told
from hgpo_envs.alfworld.engine.facts import Pattern
from hgpo_envs.alfworld.engine.formulas import TRUE
from hgpo_envs.alfworld.engine.joins import Rare
from hgpo_envs.alfworld.engine.pddl import Action, Domain
from hgpo_envs.alfworld.engine.pivoting import WayCompiler, choose_pivot
from hgpo_envs.alfworld.engine.tables import Tables
from hgpo_envs.alfworld.engine.texts import Writer
from hgpo_envs.alfworld.engine.twl2 import (
    Grammar,
    Placeholder,
    read_alternatives,
    read_grammar,
    read_pieces,
)
from hgpo_envs.alfworld.engine.unplayable import UnplayableError
from hgpo_envs.alfworld.engine.ways import Way
from hgpo_envs.alfworld.engine.words import Text

_TASK = re.compile(r'"task"\s*:\s*(?=\[)')


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules:
    """What the games of one domain and grammar share.

    Attributes:
        domain: as read.
        schemas: the compiled actions, in the domain's order.
        tables: of the ways to fulfil their conditions.
        symbols: of the facts that commands depend on, the pivot left out.
        pivot: look-up of the fact that conditions have in common, if there is one.
        beliefs: which beliefs of the texts are kept.
        producers: ways in which facts of a believed predicate become true.
        intro: text that opens a game.
        task: text of the task, if the grammar has one.
        patterns: every pattern that anything here looks up.
        changing: symbols of all facts that can change, beliefs included.
    """

    domain: Domain
    schemas: tuple[Schema, ...]
    tables: Tables
    symbols: frozenset[str]
    pivot: Pattern | None
    beliefs: Beliefs
    producers: dict[str, tuple[Producer, ...]]
    intro: Text
    task: Text
    patterns: frozenset[Pattern]
    changing: frozenset[str]


def split_task(grammar: str) -> tuple[str, str | None]:
    """Take the sentence of the task out of a grammar, so that many games share the rest.

    Returns:
        The grammar with an empty rule ``task``, and the sentence; or the grammar as it is and
        None where the task is not one plain sentence.
    """
    match = _TASK.search(grammar)
    if match is None or grammar.count('"task"') != 1:
        return grammar, None
    try:
        given, length = json.JSONDecoder().raw_decode(grammar[match.end() :])
        alternatives = read_alternatives("task", given)
        pieces = read_pieces(alternatives[0].rhs) if len(alternatives) == 1 else (None,)
    except (ValueError, RecursionError):
        return grammar, None
    if not all(isinstance(piece, str) for piece in pieces) or alternatives[0].condition:
        return grammar, None
    end = match.end() + length
    return grammar[: match.end()] + "[]" + grammar[end:], "".join(map(str, pieces))


@lru_cache(maxsize=64)
def compile_rules(domain: Domain, grammar_text: str, rare: Rare) -> Rules:
    """Compile a domain and a grammar; the latest are kept.

    Args:
        domain: as read; another that was read anew is compiled anew.
        grammar_text: twl2, as `split_task` leaves it.
        rare: fluent symbols with few facts in a game, from which searches start.

    Raises:
        UnplayableError: one of them can't be read, or they do not fit together.
    """
    grammar = read_grammar(grammar_text)
    conditional = frozenset(
        effect.symbol
        for action in domain.actions
        for effect in action.effects
        if effect.condition != TRUE
    )
    changing = domain.fluents | {told(symbol) for symbol in conditional}
    changing |= {denied(symbol) for symbol in domain.fluents}
    writer = Writer(
        grammar.rules,
        lambda symbol: told(symbol) if symbol in conditional else symbol,
        changing.__contains__,
    )
    texts = [_texts_of(action, grammar, writer) for action in domain.actions]
    intro = writer.text("#intro#", ())
    task = writer.text("#task#", ()) if "task" in grammar.rules else Text(lambda env, reader: "")
    asked = {pattern.symbol for pattern in writer.patterns}
    beliefs = Beliefs(
        conditional=conditional,
        told=frozenset(symbol for symbol in conditional if told(symbol) in asked),
        denied=frozenset(symbol for symbol in domain.fluents if denied(symbol) in asked),
    )
    schemas = tuple(
        compile_action(action, domain, beliefs, pair)
        for action, pair in zip(domain.actions, texts, strict=True)
    )
    pivot = choose_pivot([each for schema in schemas for each in schema.conditions], rare)
    ways = tuple(_ways(schemas, WayCompiler(domain.fluents, rare, pivot)))
    believed = beliefs.told or beliefs.denied & conditional
    produced = {
        symbol: producers(domain, symbol)
        for symbol in (domain.fluents if believed else beliefs.denied)
    }
    return Rules(
        domain=domain,
        schemas=schemas,
        tables=Tables(schemas, ways),
        symbols=frozenset().union(*[way.symbols for way in ways]),
        pivot=None if pivot is None else Pattern(pivot, ()),
        beliefs=beliefs,
        producers=produced,
        intro=intro,
        task=task,
        patterns=_patterns(writer, schemas, ways, produced, pivot),
        changing=changing,
    )


def _texts_of(action: Action, grammar: Grammar, writer: Writer) -> tuple[Text, Text]:
    name = action.name
    if name not in grammar.templates or name not in grammar.feedback:
        raise UnplayableError(f"the grammar has no template and feedback for the action {name}")
    scope = tuple(
        Placeholder(parameter.removeprefix("?"), kind) for parameter, kind in action.parameters
    )
    return writer.text(grammar.templates[name], scope), writer.text(grammar.feedback[name], scope)


def _ways(schemas: tuple[Schema, ...], compiler: WayCompiler) -> Iterator[Way]:
    for number, schema in enumerate(schemas):
        names = [name for name, _ in schema.parameters]
        shown = frozenset(names[place] for place in schema.template.needs.uses)
        for condition in schema.conditions:
            told = schema.template.needs.fluents
            yield compiler.compile(number, schema.parameters, condition, shown, told)


def _patterns(
    writer: Writer,
    schemas: tuple[Schema, ...],
    ways: tuple[Way, ...],
    produced: dict[str, tuple[Producer, ...]],
    pivot: str | None,
) -> frozenset[Pattern]:
    found = set(writer.patterns)
    found.update(*[schema.effects.patterns for schema in schemas], *[way.patterns for way in ways])
    for several in produced.values():
        found.update(*[producer.patterns for producer in several])
    if pivot is not None:
        found.add(Pattern(pivot, ()))
    return frozenset(found)

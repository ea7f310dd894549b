"""Read the text grammar of a game: templates, feedback and rules of text.

The text holds ``grammar`` blocks, JSON between threefold quotes, and blocks ``action NAME {...}``,
which give a template, a feedback and more rules; lines that start with ``#`` are comments. A rule
is a list of alternatives, each with the text ``rhs`` and perhaps a ``condition`` on the facts.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.unplayable import UnplayableError

_COMMENT = re.compile(r"^[^\S\n]*#.*$", re.MULTILINE)
_MARGIN = re.compile(r"\s*(?://[^\n]*\n?\s*)*")
_BLOCK = re.compile(
    r'\s*(?:grammar\s*::\s*"""(?P<rules>.*?)"""\s*;|action\s+(?P<action>[\w/-]+)\s*\{)', re.DOTALL
)
_FIELD = re.compile(
    r'\s*(?:(?P<text>template|feedback)\s*::\s*"(?P<value>[^"]*)"\s*;'
    r'|(?P<block>pddl|grammar)\s*::\s*"""(?P<rules>.*?)"""\s*;|(?P<end>\}))',
    re.DOTALL,
)
_PLAIN = re.compile(r'[^;|"<>\[\]#{}]+')
_QUOTED = re.compile(r'"([^;|"<>\[\]#{}]*)"')
_PREDICATE = re.compile(r"\s*(!?)([\w/]+)\s*\(([^()]*)\)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One text of a rule, to be used if its condition holds."""

    condition: str | None
    rhs: str


Rules: TypeAlias = Mapping[str, tuple[Alternative, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """All text of a game; `templates` and `feedback` by action in lower case."""

    templates: Mapping[str, str]
    feedback: Mapping[str, str]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A variable of a text: its name and type together tell it from others."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """One conjunct of a query."""

    name: str
    args: tuple[Placeholder, ...]


Query: TypeAlias = tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """``#rule#``: the text of another rule."""

    rule: str


@dataclass(frozen=True, slots=True)
class Expression:
    """``{expression}`` or ``{expression | query}``, joined to a list within ``[...]``."""

    what: "Reference | str"
    query: Query | None
    listed: bool


Piece: TypeAlias = str | Reference | Expression


def read_grammar(text: str) -> Grammar:
    """Read a whole grammar.

    Raises:
        UnplayableError: it is not such a text, or a block of rules is not JSON.
    """
    text = _COMMENT.sub("", text)
    fields: dict[str, dict[str, str]] = {"template": {}, "feedback": {}}
    rules: dict[str, tuple[Alternative, ...]] = {}
    place = 0
    while block := _BLOCK.match(text, place):
        place = block.end()
        if block["rules"] is not None:
            rules.update(_read_rules(block["rules"]))
        else:
            place = _read_action(text, place, block["action"].lower(), fields, rules)
    if text[place:].strip():
        raise UnplayableError(f"the grammar can't be read from {_excerpt(text, place)} on")
    return Grammar(templates=fields["template"], feedback=fields["feedback"], rules=rules)


def read_alternatives(name: str, given: object) -> tuple[Alternative, ...]:
    """Read the alternatives of one rule from its JSON.

    Raises:
        UnplayableError: they are not a list of objects with the text ``rhs``.
    """
    if not isinstance(given, list):
        raise UnplayableError(f"the grammar's rule {name!r} is not a list")
    alternatives = []
    for item in given:
        rhs = item.get("rhs") if isinstance(item, dict) else None
        condition = item.get("condition") if isinstance(item, dict) else None
        if not isinstance(rhs, str) or not isinstance(condition, str | None):
            raise UnplayableError(f"the grammar's rule {name!r} has an alternative without a text")
        alternatives.append(Alternative(condition=condition or None, rhs=rhs))
    return tuple(alternatives)


def read_pieces(text: str) -> tuple[Piece, ...]:
    """Split a text into its literal and variable pieces.

    Blanks at the start are dropped, and so are first lines that start with ``//``. The text ends
    silently at a character that it may not hold.

    Raises:
        UnplayableError: a piece is not closed, or its query can't be read.
    """
    margin = _MARGIN.match(text)
    place = margin.end() if margin else 0
    pieces: list[Piece] = []
    while place < len(text):
        piece, place = _read_piece(text, place)
        if piece is None:
            break
        if piece:
            pieces.append(piece)
    return tuple(pieces)


def read_query(text: str) -> Query:
    """Read ``p(a:type, b:type) & q(...)``; ``!p`` asks for ``not_p`` and the other way round."""
    query = []
    for part in text.split("&"):
        match = _PREDICATE.fullmatch(part)
        if match is None:
            raise UnplayableError(f"the grammar's condition {text!r} can't be read")
        name = match[2]
        if match[1]:
            name = name.removeprefix("not_") if name.startswith("not_") else f"not_{name}"
        args = [_placeholder(arg) for arg in match[3].split(",") if arg.strip()]
        query.append(Predicate(name, tuple(args)))
    return tuple(query)


def _read_action(
    text: str,
    place: int,
    action: str,
    fields: dict[str, dict[str, str]],
    rules: dict[str, tuple[Alternative, ...]],
) -> int:
    while field := _FIELD.match(text, place):
        place = field.end()
        if field["end"]:
            return place
        if field["text"]:
            fields[field["text"]][action] = field["value"]
        elif field["block"] == "grammar":
            rules.update(_read_rules(field["rules"]))
    raise UnplayableError(
        f"the grammar's action {action!r} can't be read from {_excerpt(text, place)} on"
    )


def _read_rules(text: str) -> Rules:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        raise UnplayableError("a block of rules in the grammar is not JSON") from None
    if not isinstance(read, dict):
        raise UnplayableError("a block of rules in the grammar is not a JSON object")
    return {name: read_alternatives(name, given) for name, given in read.items()}


def _read_piece(text: str, place: int) -> tuple[Piece | None, int]:
    """Read the piece at a place and say where the next starts; None: the text ends here."""
    start = text[place]
    if start == "\t":
        return "", place + 1
    if start == "#":
        end = _find(text, "#", place + 1)
        return Reference(text[place + 1 : end]), end + 1
    if start == "{":
        return _read_expression(text, place, listed=False)
    if start == "[" and text[place + 1 : place + 2] == "{":
        piece, place = _read_expression(text, place + 1, listed=True)
        return (piece, place + 1) if text[place : place + 1] == "]" else (None, place)
    match = (_QUOTED if start == '"' else _PLAIN).match(text, place)
    if match is None:
        return None, place
    return match[match.lastindex or 0], match.end()


def _read_expression(text: str, place: int, *, listed: bool) -> tuple[Expression, int]:
    end = _find(text, "}", place)
    what, bar, query = text[place + 1 : end].partition("|")
    what = what.strip()
    if what.startswith("#") and what.endswith("#") and len(what) > 2:
        return Expression(Reference(what[1:-1]), _query(bar, query), listed), end + 1
    return Expression(what, _query(bar, query), listed), end + 1


def _query(bar: str, query: str) -> Query | None:
    return read_query(query) if bar else None


def _placeholder(text: str) -> Placeholder:
    name, _, kind = text.partition(":")
    name = name.strip()
    return Placeholder(name, kind.strip() or name.rstrip("'"))


def _find(text: str, what: str, place: int) -> int:
    end = text.find(what, place)
    if end < 0:
        raise UnplayableError(f"the grammar's text {_excerpt(text, 0)} lacks a closing {what}")
    return end


def _excerpt(text: str, place: int) -> str:
    return repr(text[place : place + 40].strip())

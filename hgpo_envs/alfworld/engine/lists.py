"""Read parenthesised lists of lower-case words, and the typed lists among them.

Comments run from ``;`` to the end of the line, case does not matter, and ``?`` starts a word. A
comma belongs to the name before it, so that ``(?l - location, ?r - receptacle)`` declares a type
``location,`` that nothing has.
"""

import json
import re
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.engine.unplayable import UnplayableError

SExpr: TypeAlias = "str | list[SExpr]"
Typed: TypeAlias = tuple[tuple[str, str], ...]
# The first word of some lists of one length, and columns of their others.
Run: TypeAlias = tuple[str, list[list[str]]]

_DEEPEST = 60


def read_list(text: str, what: str) -> list[SExpr]:
    """Read one parenthesised list.

    The tokens are respelt as JSON, so that the decoder in C builds the nested lists.

    Args:
        text: PDDL text.
        what: how messages call it, for example ``"the PDDL domain"``.

    Raises:
        UnplayableError: the parentheses do not match, or there is more than one list.
    """
    if '"' in text or "\\" in text:
        raise UnplayableError(f"{what} has a quote or a backslash, which PDDL does not know")
    if ";" in text:
        text = re.sub(r";[^\n]*", "", text)
    spaced = text.lower().replace("(", " ( ").replace(")", " ) ").replace("?", " ?")
    quoted = '"' + '","'.join(spaced.split()) + '"'
    spelt = quoted.replace('"(",', "[").replace('[")"', "[]").replace(',")"', "]")
    try:
        read = json.loads(spelt, strict=False)
    except json.JSONDecodeError:
        raise UnplayableError(f"{what} is not one list with matching parentheses") from None
    except RecursionError:
        raise UnplayableError(f"{what} nests its lists too deeply") from None
    if not isinstance(read, list):
        raise UnplayableError(f"{what} is not a list in parentheses")
    return read


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a text, in words: an opening parenthesis belongs to the word after it.

    Attributes:
        words: all, without the closing parenthesis of the section itself; others are words.
        opened: how many parentheses were opened.
        rest: the text with the section emptied.
    """

    words: list[str]
    opened: int
    rest: str


def take_section(text: str, name: str, following: str) -> Section | None:
    """Take the words of one section out of a text, many times faster than reading all of it.

    Args:
        text: PDDL text in lower case, without comments or quotes.
        name: what the section starts with, for example ``"(:init"``.
        following: what the next section starts with.

    Returns:
        None where the section is not as simple as that, so that the text must be read as a whole.
    """
    start = text.find(name)
    end = text.find(following, start)
    inner = text[start + len(name) : end]
    if start < 0 or end < 0 or "?" in inner or not (inner[:1].isspace() or inner[:1] == ")"):
        return None
    words = inner.replace(")", " ) ").split()
    if not words or words.pop() != ")":
        return None
    return Section(words, inner.count("("), f"{text[:start]}{name}){text[end:]}")


def read_runs(section: Section) -> list[Run] | None:
    """Read flat lists, those that start with the same word and follow each other in one go.

    Returns:
        None where a list is not flat, is an equation, or differs in length from one like it.
    """
    words = [*section.words, ""]
    runs: list[Run] = []
    place = lists = 0
    while head := words[place]:
        try:
            width = words.index(")", place) + 1 - place
        except ValueError:
            return None
        end = place + width
        while end < len(words) and words[end] == head:
            end += width
        if head[0] != "(" or head in {"(", "(="} or end >= len(words):
            return None
        columns = [words[first:end:width] for first in range(place + 1, place + width - 1)]
        runs.append((head[1:], columns))
        lists += (end - place) // width
        place = end
    # Each list opens once, at its head, and closes once, at its end.
    flat = lists == words.count(")") == section.opened
    return runs if flat else None


def read_typed(items: list[SExpr], what: str) -> Typed:
    """Read ``a b - type c`` as pairs of a name and its type."""
    pairs: list[tuple[str, str]] = []
    names: list[str] = []
    words = iter(items)
    for word in words:
        if not isinstance(word, str):
            raise UnplayableError(f"{what}: expected a name, found a list")
        if word != "-":
            names.append(word)
            continue
        kind = next(words, None)
        if isinstance(kind, list) and kind[:1] == ["either"]:
            raise UnplayableError(f"{what} uses (either ...), which the engine does not support")
        if not isinstance(kind, str):
            raise UnplayableError(f"{what}: '-' is not followed by the name of a type")
        pairs += [(name, kind) for name in names]
        names.clear()
    pairs += [(name, "object") for name in names]
    return tuple(pairs)


def read_objects(section: Section) -> dict[str, str] | None:
    """Read the types of names that have one each, as in most games; None if they are not so."""
    words = section.words
    owners, kinds = words[::3], words[2::3]
    if len(words) != 3 * len(kinds) or words[1::3] != ["-"] * len(kinds):
        return None
    if section.opened or not {"-", ")"}.isdisjoint([*owners, *kinds]):
        return None
    return dict(zip(owners, kinds, strict=True))


def check_depth(read: list[SExpr], what: str) -> None:
    """Refuse lists that nest so deeply that reading them could exhaust the stack."""
    level: list[SExpr] = list(read)
    for _ in range(_DEEPEST):
        level = [inner for item in level if isinstance(item, list) for inner in item]
        if not level:
            return
    raise UnplayableError(f"{what} nests its lists more than {_DEEPEST} deep")

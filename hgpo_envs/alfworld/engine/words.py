"""What compiled texts are made of: constants, names of bound objects, and sequences of them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Reader
from hgpo_envs.alfworld.engine.matching import Env
from hgpo_envs.alfworld.engine.twl2 import Placeholder
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

# What each place of an env stands for.
Scope: TypeAlias = tuple[Placeholder, ...]
Render: TypeAlias = Callable[[Env, Reader], str]

_ARTICLES = {"indefinite": "a", "definite": "the"}
_MOST_PIECES = 20_000
_TERM = re.compile(r"'[^']*'|\"[^\"]*\"|[^+'\"]+")
_WORD = re.compile(r"(\w+)(?:\.(\w+))?")


@dataclass(frozen=True, slots=True)
class Needs:
    """What a text depends on.

    Attributes:
        uses: places of the env.
        fluents: symbols of the facts that can change.
        weight: how many pieces the text has, with those of every rule that it can use.
    """

    uses: frozenset[int] = frozenset()
    fluents: frozenset[str] = frozenset()
    weight: int = 1

    def __add__(self, other: "Needs") -> "Needs":
        weight = self.weight + other.weight
        if weight > _MOST_PIECES:
            raise UnplayableError("the grammar's rules make a text of too many pieces")
        return Needs(self.uses | other.uses, self.fluents | other.fluents, weight)

    def key(self) -> Callable[[Env], object]:
        """Make the function that gives what of an env a text depends on."""
        places = sorted(self.uses)
        return itemgetter(*places) if places else lambda env: ()

    def within(self, scope: Scope) -> "Needs":
        """Forget the places that a query bound itself."""
        uses = frozenset(place for place in self.uses if place < len(scope))
        return Needs(uses, self.fluents, self.weight)


@dataclass(frozen=True, slots=True)
class Named:
    """A text that is the name of the object at one place of the env, between two constants."""

    start: str
    place: int
    end: str


@dataclass(frozen=True, slots=True)
class Text:
    """A compiled text; `constant` is what it always is, `named` what it is made of, if known."""

    render: Render
    needs: Needs = Needs()
    constant: str | None = None
    named: Named | None = None


def constant(text: str) -> Text:
    """Make a text that is always the same."""
    return Text(lambda env, reader: text, constant=text)


def sequence(parts: list[Text]) -> Text:
    """Join texts, neighbouring constants beforehand."""
    needs = sum((part.needs for part in parts), Needs())
    # A text is a constant, then a changing part and a constant, as often as there are such parts.
    constants = [""]
    changing: list[Text] = []
    for part in parts:
        if part.constant is not None:
            constants[-1] += part.constant
        else:
            changing.append(part)
            constants.append("")
    if not changing:
        return constant(constants[0])
    if len(changing) == 1:
        return _around(constants[0], changing[0], constants[1])
    return Text(_joined(constants, changing), needs)


def _around(start: str, text: Text, end: str) -> Text:
    render = text.render
    if not start and not end:
        return text
    if text.named is not None:
        return _name(Named(start + text.named.start, text.named.place, text.named.end + end))
    return Text(lambda env, reader: f"{start}{render(env, reader)}{end}", text.needs)


def _name(named: Named) -> Text:
    start, place, end = named.start, named.place, named.end
    return Text(
        lambda env, reader: f"{start}{reader.names[env[place]]}{end}",
        Needs(frozenset([place])),
        named=named,
    )


def _joined(constants: list[str], changing: list[Text]) -> Render:
    renders = [text.render for text in changing]
    if len(renders) == 2:
        start, middle, end = constants
        first, second = renders
        named = changing[0].named
        if named is None:
            return lambda env, reader: (
                f"{start}{first(env, reader)}{middle}{second(env, reader)}{end}"
            )
        start, place, middle = start + named.start, named.place, named.end + middle
        return lambda env, reader: (
            f"{start}{reader.names[env[place]]}{middle}{second(env, reader)}{end}"
        )
    start, *others = constants
    pairs = tuple(zip(renders, others, strict=True))

    def render(env: Env, reader: Reader) -> str:
        text = start
        for changing, following in pairs:
            text += changing(env, reader)
            text += following
        return text

    return render


def words(expression: str, scope: Scope) -> Text:
    """Compile ``o.indefinite + ' ' + o.name`` and the like."""
    written = [term.strip() for term in _TERM.findall(expression)]
    terms = [_term(term, scope) for term in written if term]
    if not terms:
        raise UnplayableError(f"the grammar's expression {{{expression}}} is empty")
    return sequence(terms)


def _term(term: str, scope: Scope) -> Text:
    if term[0] in "'\"":
        return constant(term[1:-1])
    choices = [_attribute(part.strip(), scope) for part in term.split(" or ")]
    renders = tuple(choice.render for choice in choices)
    if len(choices) == 1:
        return choices[0]

    first, *others = renders

    def render(env: Env, reader: Reader) -> str:
        return first(env, reader) or next((text for o in others if (text := o(env, reader))), "")

    return Text(render, sum((choice.needs for choice in choices), Needs()))


def _attribute(part: str, scope: Scope) -> Text:
    match = _WORD.fullmatch(part)
    places = [i for i, known in enumerate(scope) if match and known.name == match[1]]
    if match is None or not places:
        raise UnplayableError(f"the grammar's expression {part!r} is not one that the engine knows")
    place, attribute = places[-1], match[2] or "name"
    if attribute in _ARTICLES:
        return constant(_ARTICLES[attribute])
    if attribute == "name":
        return _name(Named("", place, ""))
    renders: dict[str, Render] = {
        "id": lambda env, reader: reader.world.ids[env[place]],
        "type": lambda env, reader: reader.types[env[place]],
    }
    if attribute not in renders:
        raise UnplayableError(f"the grammar's expression {part!r} is not one that the engine knows")
    return Text(renders[attribute], Needs(frozenset([place])))

"""Say in words what a customer wants."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hgpo_envs.draws import Draws
from hgpo_envs.webshop.generate import phrases
from hgpo_envs.webshop.generate.difficulty import Difficulty
from hgpo_envs.webshop.generate.family import Member
from hgpo_envs.webshop.generate.words import spellings

_PLAIN, _MANY, _OTHER_WORDS, _OTHER_SPELLINGS = range(4)
_TURNS = (
    (re.compile(r"(\w+) free"), r"free of \1"),
    (re.compile(r"(\w+) resistant"), r"resistant to \1"),
    (re.compile(r"(\w+) proof"), r"\1 proofed"),
    (re.compile(r"easy (\w+)"), r"easy in \1"),
    (re.compile(r"(\w+) friendly"), r"friendly for \1"),
    (re.compile(r"(\w+) certified"), r"certified \1"),
)
"""How some attributes can be said in other words (paraphrase 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """An instruction in words.

    Attributes:
        body: without the price.
        price: the clause on the price.
    """

    body: str
    price: str

    @property
    def text(self) -> str:
        """The whole of it."""
        return f"{self.body}, {self.price}"


def word(draws: Draws, knobs: Difficulty, member: Member) -> Wording:
    """Say what a customer wants who has a product in mind.

    Args:
        draws: of this instruction alone.
        knobs: how much the words vary.
        member: the product, and what of it is asked for.
    """
    level = knobs.paraphrase
    titled = draws.percent(knobs.title_percent)
    dollars = member.limit // 100
    if level == _PLAIN:
        return _plain(member, dollars, titled=titled)
    said = member.wanted_attributes
    if level >= _OTHER_SPELLINGS:
        said = tuple(_turned(draws, one) for one in said)
    before = draws.below(len(said) + 1)
    kind = member.kind.name
    if level >= _OTHER_WORDS and draws.percent(50):
        kind = draws.choice(member.kind.also)
    clauses = [_choice(draws, level, *one) for one in member.wanted_options.items()]
    if before < len(said):
        clauses.insert(0, draws.choice(phrases.WITH).format(list=_list(said[before:])))
    if titled:
        form = draws.choice(phrases.TITLED)
        clauses.append(form.format(brand=member.brand, series=member.series))
    if level >= _OTHER_WORDS:
        clauses = draws.shuffled(clauses)
    thing = _with_article(", ".join(said[:before]), kind)
    body = ", ".join((f"{draws.choice(phrases.OPENERS)} {thing}", *clauses))
    price = draws.choice(phrases.PRICES).format(dollars=dollars)
    return Wording(body=body, price=f"and {price}")


def _plain(member: Member, dollars: int, *, titled: bool) -> Wording:
    body = f"find me {', '.join(member.wanted_attributes)} {member.kind.name}"
    for option, value in member.wanted_options.items():
        body += f", {option} {value}"
    if titled:
        body += f", by {member.brand} {member.series}"
    return Wording(body=body, price=f"and {phrases.PRICES[0].format(dollars=dollars)}")


def _choice(draws: Draws, level: int, name: str, value: str) -> str:
    if level >= _OTHER_SPELLINGS and draws.percent(50):
        value = spellings().get(value, value)
    return draws.choice(phrases.CHOICES).format(name=name, value=value)


def _turned(draws: Draws, attribute: str) -> str:
    if not draws.percent(50):
        return attribute
    for pattern, turned in _TURNS:
        if pattern.fullmatch(attribute):
            return pattern.sub(turned, attribute)
    return attribute


def _list(items: Sequence[str]) -> str:
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last


def _with_article(before: str, kind: str) -> str:
    thing = f"{before} {kind}" if before else kind
    if kind.endswith("s") and not kind.endswith("ss"):
        return thing
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"

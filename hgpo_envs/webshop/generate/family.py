"""Products that belong together: one, and others that match all but one of its constraints."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hgpo_envs.draws import Draws
from hgpo_envs.webshop.generate.difficulty import Difficulty
from hgpo_envs.webshop.generate.names import brand, series_name
from hgpo_envs.webshop.generate.words import Category, Kind, categories

Variation = Literal["base", "option", "attribute", "kind", "price"]
_VARIATIONS: tuple[Variation, ...] = ("option", "attribute", "kind", "price")
_UNPRICED = 10_000
"""Cents that a product without a price costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One product of a family.

    Attributes:
        variation: in what it differs from the family's first product.
        kind: what it is.
        attributes: all that it has.
        options: the values of each option.
        wanted_attributes: what its goal asks for.
        wanted_options: the value that its goal asks for, by option.
        price: the lowest and the highest price in cents; None where the record has none.
        limit: what its goal allows, in cents.
        brand: who makes it; no two products of a family have one brand.
        series: the line that it belongs to; likewise.
    """

    variation: Variation
    kind: Kind
    attributes: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    wanted_attributes: tuple[str, ...]
    wanted_options: Mapping[str, str]
    price: tuple[int, int] | None
    limit: int
    brand: str = ""
    series: str = ""


def variation(family: int, place: int) -> Variation:
    """Return in what the product at a place of a family differs from its first.

    Example:
        >>> [variation(0, place) for place in range(5)]
        ['base', 'option', 'attribute', 'kind', 'price']
    """
    return "base" if place == 0 else _VARIATIONS[(family + place - 1) % len(_VARIATIONS)]


def draw_family(draws: Draws, knobs: Difficulty, family: int) -> tuple[Member, ...]:
    """Draw the products of a family.

    Args:
        draws: of this family alone.
        knobs: what its goals are like.
        family: its number.
    """
    base = _base(draws, knobs)
    others = (
        _vary(draws, base, variation(family, place)) for place in range(1, 1 + knobs.distractors)
    )
    return _named(draws, (base, *others), family)


def _named(draws: Draws, members: tuple[Member, ...], family: int) -> tuple[Member, ...]:
    """Give each product a brand and a series of its own."""
    brands: dict[str, None] = {}
    lines: dict[str, None] = {}
    last = (family + 1) * len(members)
    while len(brands) < len(members):
        brands[brand(draws, last)] = None
    while len(lines) < len(members):
        lines[series_name(draws, last)] = None
    return tuple(
        replace(member, brand=maker, series=line)
        for member, maker, line in zip(members, brands, lines, strict=True)
    )


def _base(draws: Draws, knobs: Difficulty) -> Member:
    category = draws.choice(categories())
    kind = draws.choice(draws.choice(tuple(category.departments.values())))
    wanted = draws.between(*knobs.attributes)
    attributes = draws.some(kind.attributes, wanted + draws.between(1, 3))
    options, wanted_options = _options(draws, category, draws.between(*knobs.options))
    price = _price(draws, kind)
    slack = draws.between(*knobs.price_slack_percent)
    top = price[1] if price else _UNPRICED
    return Member(
        variation="base",
        kind=kind,
        attributes=tuple(draws.shuffled(attributes)),
        options=options,
        wanted_attributes=tuple(attributes[:wanted]),
        wanted_options=wanted_options,
        price=price,
        limit=-(-top * (100 + slack) // 10_000) * 100,
    )


def _options(
    draws: Draws, category: Category, wanted: int
) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Draw options, and the values of them that are asked for."""
    names = draws.some(tuple(category.options), max(wanted, draws.between(0, 2)))
    options, asked = {}, {}
    for place, name in enumerate(names):
        pool = category.options[name]
        values = draws.some(pool, draws.between(2, max(3, len(pool) // 2)))
        options[name] = _in_order(pool, values)
        if place < wanted:
            asked[name] = values[0]
    return options, asked


def _in_order(pool: tuple[str, ...], values: list[str]) -> tuple[str, ...]:
    return tuple(value for value in pool if value in values)


def _price(draws: Draws, kind: Kind) -> tuple[int, int] | None:
    low, high = kind.price_range
    top = draws.between(low * 100, high * 100)
    form = draws.below(100)
    if form < 6:
        return None
    if form < 22:
        return top * draws.between(60, 92) // 100, top
    return top, top


def _vary(draws: Draws, base: Member, how: Variation) -> Member:
    """Return a product that differs in one thing; the rest of it is free, within the limits."""
    if how == "option" and not base.wanted_options:
        how = "attribute"
    top = (base.price[1] if base.price else _UNPRICED) * draws.between(88, 100) // 100
    likeness = replace(base, variation=how, price=(top, top), attributes=_more(draws, base))
    if how == "option":
        return _other_option(draws, likeness)
    if how == "attribute":
        return _other_attribute(draws, likeness)
    if how == "kind":
        return replace(likeness, kind=_other_kind(draws, base))
    low = base.limit + max(100, base.limit * draws.between(5, 40) // 100) - 1
    high = low if draws.percent(80) else low * draws.between(110, 140) // 100
    return replace(likeness, price=(low, high))


def _more(draws: Draws, base: Member) -> tuple[str, ...]:
    """Return the wanted attributes, and others that don't matter."""
    free = [one for one in base.kind.attributes if one not in base.attributes]
    more = draws.some(free, draws.between(1, 3))
    return tuple(draws.shuffled([*base.wanted_attributes, *more]))


def _other_option(draws: Draws, like: Member) -> Member:
    name = draws.choice(tuple(like.wanted_options))
    wanted = like.wanted_options[name]
    pool = like.kind.category.options[name]
    free = [value for value in pool if value != wanted]
    values = draws.some(free, len(like.options[name]))
    return replace(
        like,
        options={**like.options, name: _in_order(pool, values)},
        wanted_options={**like.wanted_options, name: values[0]},
    )


def _other_attribute(draws: Draws, like: Member) -> Member:
    lost = draws.choice(like.wanted_attributes)
    free = [one for one in like.kind.attributes if one not in like.attributes]
    found = draws.choice(free)
    swap = {lost: found}
    return replace(
        like,
        attributes=tuple(swap.get(one, one) for one in like.attributes),
        wanted_attributes=tuple(swap.get(one, one) for one in like.wanted_attributes),
    )


def _other_kind(draws: Draws, base: Member) -> Kind:
    """Draw a kind of another department whose name has no word of the base or its attributes."""
    said = set(" ".join((base.kind.name, *base.kind.also, *base.attributes)).split())
    kinds = [
        kind
        for department, there in base.kind.category.departments.items()
        if department != base.kind.department
        for kind in there
        if said.isdisjoint(kind.name.split())
    ]
    return draws.choice(kinds)

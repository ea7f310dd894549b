"""The goals of a generated shop, and the instructions for them."""

from collections.abc import Iterator
from functools import lru_cache

from hgpo_envs.webshop.generate.family import Member, variation
from hgpo_envs.webshop.generate.instructions import Wording, word
from hgpo_envs.webshop.generate.records import draw_name
from hgpo_envs.webshop.generate.series import Series
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.panel import SPLITS

MOST_GOALS = 12_000
"""About as many as people wrote for the original."""


def goals(shop: Series) -> tuple[Goal, ...]:
    """Return the goals of a shop, in their fixed order: those of ``test``, ``dev``, ``train``.

    Every goal is for another product, and no family of products that resemble each other has
    goals in two splits.
    """
    return _goals(shop)


@lru_cache(maxsize=4)
def _goals(shop: Series) -> tuple[Goal, ...]:
    return tuple(_goal(shop, at, number) for at, number in enumerate(_numbers(shop)))


def human(shop: Series) -> dict[str, list[dict[str, object]]]:
    """Return what the official file of human-written instructions would hold of a shop's goals.

    The official price clause isn't in it; it is added when goals are made.
    """
    return {shop.asins.asin(number): [_entry(shop, number)] for number in _numbers(shop)}


def _numbers(shop: Series) -> Iterator[int]:
    """Yield the numbers of the products that goals are for."""
    bounds = [stop for _, stop in SPLITS.values() if stop is not None] + [MOST_GOALS]
    size, made = shop.family_size, 0
    for family in range(shop.products // size):
        room = next((bound for bound in bounds if bound > made), made) - made
        places = [place for place in range(size) if variation(family, place) != "price"]
        for place in places[:room]:
            yield family * size + place
        made += min(room, len(places))
        if made >= MOST_GOALS:
            return


def _goal(shop: Series, at: int, number: int) -> Goal:
    member, name, wording = _ask(shop, number)
    return Goal(
        task=f"gen-{at}",
        asin=shop.asins.asin(number),
        category=member.kind.category.name,
        query=member.kind.name,
        name=name,
        product_category=member.kind.path,
        instruction=wording.text,
        attributes=member.wanted_attributes,
        price_upper=member.limit / 100,
        options=tuple(member.wanted_options.values()),
    )


def _entry(shop: Series, number: int) -> dict[str, object]:
    member, _, wording = _ask(shop, number)
    return {
        "asin": shop.asins.asin(number),
        "instruction": wording.body,
        "attributes": list(member.attributes),
        "options": [f"{name}: {value}" for name, value in member.wanted_options.items()],
        "instruction_attributes": list(member.wanted_attributes),
        "instruction_options": list(member.wanted_options.values()),
        "worker_id": "template",
        "assignment_id": f"{number:09d}",
    }


def _ask(shop: Series, number: int) -> tuple[Member, str, Wording]:
    member = shop.member(number)
    name = draw_name(shop.draws("product", number), number, member)
    draws = shop.draws("instruction", number)
    return member, name.title, word(draws, shop.difficulty, member)

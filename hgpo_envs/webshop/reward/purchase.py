"""Put the parts of a purchase's reward together.

    total = r_type · (attributes met + options met + price met) / (attributes + options + 1)

Source: WebShop (arXiv 2207.01206), section 3, as its published code computes it.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.goals.limits import NO_LIMIT
from hgpo_envs.webshop.nouns.source import Nouns
from hgpo_envs.webshop.reward.parts import (
    TypeMatch,
    attributes_met,
    options_met,
    type_match,
    wanted_upstream,
    wanted_values,
)

Kind: TypeAlias = Literal["fixed", "upstream"]
Components: TypeAlias = dict[str, float | bool]

KINDS: Final[tuple[Kind, ...]] = ("fixed", "upstream")


class _Met(NamedTuple):
    """What of a goal a purchase meets."""

    kind: TypeMatch
    attributes: int
    options: int
    price: bool


def score(
    goal: Goal,
    product: Product,
    options: Mapping[str, str],
    price: float,
    nouns: Nouns,
    *,
    kind: str = "fixed",
) -> tuple[float, Components]:
    """Return what buying a product is worth, from 0 to 1, and what that is made of.

    Args:
        goal: what was wanted.
        product: what was bought.
        options: the chosen values by option name.
        price: what the product costs, in dollars.
        nouns: gives the nouns of a title.
        kind: ``"upstream"`` counts as the original does. ``"fixed"`` compares the values of
            synthetic goals as those of human ones, and lets every goal be fulfilled by the
            product that it was written for.

    Returns:
        The total; and ``r_type, r_att, w_att, query_match, category_match, title_score, r_price,
        w_price``, with ``r_option, w_option`` where the goal has options.

    Raises:
        UnknownNameError: there is no such kind.
    """
    if kind == "fixed":
        met = _met_fixed(goal, product, options, price, nouns)
    elif kind == "upstream":
        met = _met_upstream(goal, product, options, price, nouns)
    else:
        raise UnknownNameError(unknown_name("reward", str(kind), KINDS))
    wishes = len(goal.attributes) + len(goal.options) + 1
    total = (met.attributes + met.options + met.price) / wishes
    return total * met.kind.r_type, _components(goal, met, wishes)


def _met_upstream(
    goal: Goal, product: Product, options: Mapping[str, str], price: float, nouns: Nouns
) -> _Met:
    """Count as the original does; a limit of 0 or less, on which it fails, is never met."""
    return _Met(
        kind=type_match(product, goal, nouns),
        attributes=attributes_met(product, goal),
        options=options_met(wanted_upstream(goal.options), options.values()),
        price=goal.price_upper > 0 and price <= goal.price_upper,
    )


def _met_fixed(
    goal: Goal, product: Product, options: Mapping[str, str], price: float, nouns: Nouns
) -> _Met:
    """Count as for human goals, and so that a goal's own product can meet it all.

    What the original counts otherwise: (name, value) pairs instead of values; texts without a
    word, unlike even themselves; a title that repeats a noun eleven times, too unlike itself to
    be of its own kind; products dearer than the number that stands for no limit.
    """
    kind = type_match(product, goal, nouns)
    return _Met(
        kind=kind._replace(r_type=1.0) if product.asin == goal.asin else kind,
        attributes=attributes_met(product, goal, equal=True),
        options=options_met(wanted_values(goal.options), options.values(), equal=True),
        price=price >= 0 and (price <= goal.price_upper or goal.price_upper == NO_LIMIT),
    )


def _components(goal: Goal, met: _Met, wishes: int) -> Components:
    asked = len(goal.attributes)
    components: Components = {
        "r_type": met.kind.r_type,
        "r_att": met.attributes / asked if asked else 1.0,
        "w_att": asked / wishes,
        "query_match": met.kind.query_match,
        "category_match": met.kind.category_match,
        "title_score": met.kind.title_score,
    }
    if goal.options:
        components["r_option"] = met.options / len(goal.options)
        components["w_option"] = len(goal.options) / wishes
    components["r_price"] = met.price
    components["w_price"] = 1 / wishes
    return components

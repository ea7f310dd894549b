"""The parts of a reward: type, attributes, options, price. Each is as in the original."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.goals.goal import Goal, Options
from hgpo_envs.webshop.nouns.source import Nouns
from hgpo_envs.webshop.reward.colours import colour_of, colour_of_pair
from hgpo_envs.webshop.reward.fuzzy import alike


class TypeMatch(NamedTuple):
    """How well the product's kind is what was asked for.

    Attributes:
        r_type: factor of the whole reward: 1, 0.5, 0.1 or 0.
        query_match: whether both were found with the same query.
        category_match: whether they share two levels of their categories, in any order.
        title_score: nouns in common, over the number of nouns of the wanted title.
    """

    r_type: float
    query_match: bool
    category_match: bool
    title_score: float


def type_match(product: Product, goal: Goal, nouns: Nouns) -> TypeMatch:
    """Compare kinds.

    A title without nouns scores 0.2. Repeated nouns of the wanted title count each time below
    the line and once above it, so that a product may score less than 1 with its own title. No
    noun in common makes the factor 0 whatever the query and the categories say.
    """
    query_match = product.query == goal.query
    shared = _levels(product.product_category) & _levels(goal.product_category)
    category_match = len(shared) >= 2
    title_score = _title_score(nouns(product.title), nouns(goal.name))
    if title_score == 0.0:
        r_type = 0.0
    elif title_score < 0.1:
        r_type = 0.1
    else:
        r_type = 1.0 if query_match or category_match or title_score > 0.2 else 0.5
    return TypeMatch(r_type, query_match, category_match, title_score)


def attributes_met(product: Product, goal: Goal, *, equal: bool = False) -> int:
    """Count the wanted attributes that a product has: in its list, or word for word in its texts.

    The list is compared fuzzily. Texts are put into lower case, the wanted attribute is not.

    Args:
        product: what was bought.
        goal: what was wanted.
        equal: as ``options_met`` has it.
    """
    return sum(
        _has(product, wanted) or (equal and wanted in product.attributes)
        for wanted in goal.attributes
    )


def options_met(wanted: Iterable[str], chosen: Iterable[str], *, equal: bool = False) -> int:
    """Count the wanted values that a chosen one is like; one value may serve several.

    Args:
        wanted: values as they are compared.
        chosen: values as they were chosen.
        equal: whether values without a word in them, such as ``"-"``, are like themselves; the
            original finds them unlike everything.
    """
    values = [colour_of(value) for value in chosen]
    return sum(
        any(alike(value, one) or (equal and value == one) for value in values) for one in wanted
    )


def wanted_values(options: Options) -> list[str]:
    """Return the values that are wanted, human or synthetic, as they are compared."""
    return [colour_of(one if isinstance(one, str) else one[1]) for one in options]


def wanted_upstream(options: Options) -> list[str]:
    """Return what the original compares chosen values with: of synthetic goals, whole pairs."""
    return [colour_of(one) if isinstance(one, str) else colour_of_pair(*one) for one in options]


def _levels(path: str) -> set[str]:
    return {level.strip() for level in path.split("›")}


def _title_score(bought: Sequence[str], wanted: Sequence[str]) -> float:
    if not wanted:
        return 0.2
    return len(set(bought) & set(wanted)) / len(wanted)


def _has(product: Product, wanted: str) -> bool:
    if any(alike(has, wanted) for has in product.attributes):
        return True
    texts = (product.title, " ".join(product.bullets), product.description)
    return any(wanted in text.lower() for text in texts)

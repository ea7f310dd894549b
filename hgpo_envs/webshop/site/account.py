"""What the score page tells beside the score: what was wanted, what was bought, how that counts."""

from collections.abc import Mapping
from typing import NamedTuple

from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.shop import Shop
from hgpo_envs.webshop.site.visits import Purchase

NO_LIMIT = 1_000_000
"""The price limit of goals that name none."""

MEANING = {
    "r_type": "Kind of product (times the rest)",
    "r_att": "Share of the attributes that are there",
    "w_att": "Weight of the attributes",
    "r_option": "Share of the options that were chosen",
    "w_option": "Weight of the options",
    "r_price": "Price within the limit",
    "w_price": "Weight of the price",
    "query_match": "Found under the same query",
    "category_match": "In the same categories",
    "title_score": "Share of the title's words",
}
"""What the components of a reward mean."""


class Row(NamedTuple):
    """A line of the comparison.

    Attributes:
        name: what is compared.
        wanted: what the customer had in mind.
        bought: what they got.
    """

    name: str
    wanted: str
    bought: str


class Account(NamedTuple):
    """What the score page tells.

    Attributes:
        instruction: the task in words.
        rows: what was wanted and what was bought.
        components: name, meaning and value of each component of the reward.
    """

    instruction: str
    rows: list[Row]
    components: list[tuple[str, str, str]]


def account_of(purchase: Purchase, goal: Goal, shop: Shop) -> Account:
    """Return what there is to tell of a purchase."""
    bought = shop.product(purchase.state.asin)
    options = [f"{name}: {value}" for name, value in purchase.state.options]
    rows = [
        Row("Product", f"{goal.name} ({goal.asin})", f"{bought.title} ({bought.asin})"),
        Row("Attributes", _listed(goal.attributes), _listed(bought.attributes)),
        Row("Options", _listed([_option(option) for option in goal.options]), _listed(options)),
        Row("Price", _limit(goal.price_upper), f"${shop.price(bought.asin):,.2f}"),
    ]
    return Account(goal.instruction, rows, _components(purchase.components))


def _components(components: Mapping[str, object]) -> list[tuple[str, str, str]]:
    return [(name, MEANING.get(name, name), _as_text(it)) for name, it in components.items()]


def _option(option: str | tuple[str, str]) -> str:
    return option if isinstance(option, str) else f"{option[0]}: {option[1]}"


def _limit(price: float) -> str:
    return "any" if price >= NO_LIMIT else f"up to ${price:,.2f}"


def _listed(things: list[str] | tuple[str, ...]) -> str:
    return ", ".join(things) or "none"


def _as_text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3g}" if isinstance(value, float) else str(value)

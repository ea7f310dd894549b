"""What a page offers an agent: the actions that it takes, and what stands beside them."""

from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.session.actions import click

OPEN_SEARCH = "search[...]"
"""The entry that says that anything may be searched for."""


def admissible_actions(page: Page) -> tuple[str, ...]:
    """Return a page's actions, sorted: its clicks, and the open search where it has the bar.

    What no action can say, such as an option with brackets in its name, is left out. A search is
    taken on pages without the bar too; only those that show it say so.
    """
    actions = [action for thing in page.clickables if (action := click(thing)) is not None]
    if page.has_search_bar:
        actions.append(OPEN_SEARCH)
    return tuple(sorted(actions))


def hints(page: Page) -> dict[str, str]:
    """Return title and price beside the link to each product, in the order of the page."""
    beside = {click(card.asin.lower()): f"{card.title} {card.price_text}" for card in page.cards}
    return {action: text for action, text in beside.items() if action is not None}

"""What a page offers an agent: the actions that it takes, and what stands beside them."""

from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.pages.piece import Role
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
    """Return what stands beside links that say little, in the order of the page.

    Beside the link to a product that is its title and price; beside the value of an option, the
    option's name.
    """
    beside = {card.asin.lower(): f"{card.title} {card.price_text}" for card in page.cards}
    for thing, piece in page.clickables.items():
        if piece.role is Role.OPTION:
            beside[thing] = piece.name
    actions = ((click(thing), text) for thing, text in beside.items())
    return {action: text for action, text in actions if action is not None}

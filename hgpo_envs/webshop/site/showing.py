"""What the templates of a visit's pages are given: the page model, with an address for each click.

Where a click leads is what the state machine says, so that a reader of the site and an agent in
text walk through the same shop.
"""

from collections.abc import Callable, Mapping

from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.pages.piece import Piece, Role
from hgpo_envs.webshop.session.moves import Rules, click
from hgpo_envs.webshop.session.state import SUB_PAGES, PageKind, State
from hgpo_envs.webshop.site.addresses import item_fields, path_of


def shown(page: Page, state: State, session: str, rules: Rules) -> dict[str, object]:
    """Return what a page's template needs besides the page itself."""

    def leads_to(text: str, piece: Piece) -> str:
        return path_of(click(state, text, piece, rules), session)

    buttons = {
        piece.text: leads_to(piece.text.lower(), piece)
        for piece in page.pieces
        if piece.role is Role.BUTTON and piece.text not in {"Search", "Buy Now"}
    }
    more: dict[str, object] = {"buttons": buttons, "pieces": page.pieces}
    if state.kind is PageKind.RESULTS:
        more["products"] = [
            (card, leads_to(card.asin.lower(), Piece(Role.PRODUCT, card.asin)))
            for card in page.cards
        ]
        more["heading"] = f"Page {state.page} (Total results: {len(state.found)})"
    elif state.kind is PageKind.ITEM:
        more |= _of_item(page, state, leads_to)
    elif state.kind is PageKind.SUB_PAGE:
        last_button = max(i for i, piece in enumerate(page.pieces) if piece.role is Role.BUTTON)
        more["told"] = [piece.text for piece in page.pieces[last_button + 1 :]]
    return more


def _of_item(page: Page, state: State, leads_to: Callable[[str, Piece], str]) -> dict[str, object]:
    product = page.product
    options: Mapping[str, tuple[str, ...]] = {} if product is None else product.options
    chosen = dict(state.options)

    def values_of(name: str) -> list[tuple[str, str, bool]]:
        return [
            (value, leads_to(value, Piece(Role.OPTION, value, name)), chosen.get(name) == value)
            for value in options[name]
        ]

    buttons = [piece.text for piece in page.pieces if piece.role is Role.BUTTON]
    return {
        "choices": [(name, values_of(name)) for name in options],
        "sub_pages": [name for name in buttons if name in SUB_PAGES],
        "fields": item_fields(state),
        "picture": _picture(page, chosen),
    }


def _picture(page: Page, chosen: Mapping[str, str]) -> str:
    """Return the address that the record has for what was chosen last, or for the product."""
    product = page.product
    if product is None:
        return ""
    images = [product.option_images.get(value, "") for value in reversed(list(chosen.values()))]
    return next((image for image in images if image), product.image)

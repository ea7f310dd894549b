"""The page model: what a state shows, and what it lets one click.

A page is the list of the pieces of text that a reader of its HTML meets, in order, hidden ones
included. Every rendering says the same pieces.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.pages.json_text import json_text
from hgpo_envs.webshop.pages.piece import Piece, Role
from hgpo_envs.webshop.pages.reading import as_read
from hgpo_envs.webshop.session.state import PageKind, State
from hgpo_envs.webshop.shop import Shop

RATING = "N.A."
"""What every product's rating says: the original has no reviews loaded."""


@dataclass(slots=True)
class Page:
    """What a state shows.

    Attributes:
        instruction: the task in words, on every page but the last.
        pieces: what a reader meets, in order.
        clickables: what can be clicked, by its lower-case text: buttons, then products, then
            options. Of things with one name the last is meant, in the first one's place.
        has_search_bar: whether the page shows where to search.
        cards: the products of a page of results.
        product: the product of an item page or sub page.
    """

    instruction: str
    pieces: list[Piece] = field(default_factory=list)
    clickables: dict[str, Piece] = field(default_factory=dict)
    has_search_bar: bool = False
    cards: list[Card] = field(default_factory=list)
    product: Product | None = None

    def show(self, text: str, role: Role = Role.TEXT) -> None:
        """Put a piece of text on the page, as a reader meets it."""
        read = as_read(text, keeps_space=role is Role.CODE)
        if read is not None:
            self.pieces.append(Piece(role, read))

    def button(self, text: str) -> None:
        """Put a button on the page."""
        piece = Piece(Role.BUTTON, text)
        self.pieces.append(piece)
        self.clickables[text.lower()] = piece

    def link(self, asin: str) -> None:
        """Put the link to a product on the page."""
        self.show(asin, Role.PRODUCT)
        self.clickables[asin.lower()] = Piece(Role.PRODUCT, asin)


def page_of(state: State, *, shop: Shop, instruction: str, show_attrs: bool = False) -> Page:
    """Return the page of a state.

    Args:
        state: where the visit stands.
        shop: the products.
        instruction: the task in words.
        show_attrs: whether products have a button ``Attributes``.
    """
    page = Page(instruction)
    if state.kind is PageKind.SEARCH:
        _search_page(page)
    elif state.kind is PageKind.DONE:
        _done_page(page, state)
    else:
        _PAGES[state.kind](page, state, shop, show_attrs)
    return page


def _search_page(page: Page) -> None:
    page.show("WebShop")
    page.show("Instruction: ")
    page.show(page.instruction)
    page.button("Search")
    page.has_search_bar = True


def _head(page: Page) -> None:
    page.show("Instruction:")
    page.show(page.instruction)
    page.button("Back to Search")


def _results_page(page: Page, state: State, shop: Shop, show_attrs: bool) -> None:
    _head(page)
    page.show(f"Page {state.page} (Total results: {len(state.found)})")
    if state.page > 1:
        page.button("< Prev")
    page.button("Next >")
    page.cards = shop.cards(state.listed)
    for asin, title, price_text, *_ in page.cards:
        page.link(asin)
        page.show(title)
        page.show(price_text)


def _item_page(page: Page, state: State, shop: Shop, show_attrs: bool) -> None:
    page.product = product = shop.product(state.asin)
    _head(page)
    page.button("< Prev")
    options: dict[str, Piece] = {}
    for name, values in product.options.items():
        page.show(name)
        for value in values:
            page.show(value, Role.OPTION)
            options[value] = Piece(Role.OPTION, value, name)
    page.show(product.title)
    page.show(f"Price: {product.price_text}")
    page.show(f"Rating: {RATING}")
    for name in ("Description", "Features", "Reviews"):
        page.button(name)
    if show_attrs:
        page.button("Attributes")
    page.button("Buy Now")
    page.clickables.update(options)


def _sub_page(page: Page, state: State, shop: Shop, show_attrs: bool) -> None:
    page.product = product = shop.product(state.asin)
    _head(page)
    page.button("< Prev")
    for text in _TOLD[state.sub_page](product):
        page.show(text)


def _attributes_of(product: Product) -> list[str]:
    told = [f" {attribute}" for attribute in product.attributes]
    return [*told, product.category, product.query, product.product_category]


_TOLD: Mapping[str, Callable[[Product], list[str]]] = {
    "Description": lambda product: [product.description],
    "Features": lambda product: [f" {bullet}" for bullet in product.bullets],
    "Reviews": lambda product: [],
    "Attributes": _attributes_of,
}
"""What each sub page tells of a product."""


def _done_page(page: Page, state: State) -> None:
    page.instruction = ""
    page.show("Thank you for shopping with us!")
    page.show("Your code: ")
    page.show("None", Role.CODE)
    page.show(" (Paste it in your MTurk interface.)")
    page.show("Purchased")
    bought = {"asin": state.asin, "options": json_text(dict(state.options))}
    for label in ("asin", "options", "attrs", "category", "query", "product category"):
        page.show(label)
        page.show(bought.get(label, "None"), Role.CODE)
    for label in _TARGET:
        page.show(label)
    page.show("Goal ")
    page.show("None", Role.CODE)
    page.show("Reward")
    page.show("Your score (min 0.0, max 1.0)")
    page.show(str(state.score), Role.CODE)
    page.show("Reward Details ")
    page.show("None", Role.CODE)


_TARGET = (
    "Target",
    "asin",
    "options",
    "attrs",
    "price upper",
    "instuction text",
    "category",
    "product category",
    "query",
)
"""Labels of what the last page keeps from the agent: they stand there without values."""

_PAGES: Mapping[PageKind, Callable[[Page, State, Shop, bool], None]] = {
    PageKind.RESULTS: _results_page,
    PageKind.ITEM: _item_page,
    PageKind.SUB_PAGE: _sub_page,
}

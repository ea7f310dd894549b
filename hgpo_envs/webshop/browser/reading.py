"""Read a page of the shop from a browser's document."""

from typing import NamedTuple, TypedDict

from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.pages.piece import Piece, Role

SELECTORS = {
    Role.PRODUCT.name: "#page .product-link",
    Role.BUTTON.name: "#page .btn",
    Role.OPTION.name: "#page .option",
}
"""Where what can be clicked stands in the document. Of things with one name a product is meant
before a button, and a button before an option; of one kind, the last."""

SCRIPT = """
const selectors = arguments[0], texts = [], named = {};
const roleOf = element => {
  if (element.tagName === 'PRE') return 'CODE';
  for (const [role, selector] of Object.entries(selectors))
    if (element.matches(selector)) return role;
  return 'TEXT';
};
const page = document.getElementById('page');
if (page === null) return null;
const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, before = node.previousSibling;
  if (before && before.nodeType === Node.TEXT_NODE) texts[texts.length - 1][1] += node.data;
  else texts.push([roleOf(node.parentElement), node.data]);
}
for (const [role, selector] of Object.entries(selectors))
  named[role] = Array.from(document.querySelectorAll(selector), one => one.textContent);
const told = (selector, inside) => Array.from(document.querySelectorAll(selector),
  one => Array.from(one.querySelectorAll(inside), part => part.textContent));
return {
  texts, named,
  cards: told('#page .card', '.product-link, h2, .price'),
  choices: told('#page .choice', 'h2, .option'),
  has_search_bar: document.getElementById('search_input') !== null,
};
"""
"""Returns every text of the page's part of the document in order, hidden ones included; one that
the browser keeps in several nodes, because it is long, as one."""


class Document(TypedDict):
    """What the script returns.

    Attributes:
        texts: role of the element that holds it, and text.
        named: texts of what can be clicked, by role, in the order of the document.
        cards: ASIN, title and price of each product on a page of results.
        choices: the name and the values of each option.
        has_search_bar: whether there is one.
    """

    texts: list[tuple[str, str]]
    named: dict[str, list[str]]
    cards: list[list[str]]
    choices: list[list[str]]
    has_search_bar: bool


class Place(NamedTuple):
    """Where something that can be clicked stands.

    Attributes:
        selector: what its kind is found with.
        number: which of those it is.
    """

    selector: str
    number: int


def page_in(document: Document) -> Page:
    """Return the page that a document shows, as the shop's own model of it."""
    page = Page("", has_search_bar=document["has_search_bar"])
    for kind, text in document["texts"]:
        page.show(text, Role[kind])
    page.cards = [Card(asin, title, price, "") for asin, title, price in document["cards"]]
    named = document["named"]
    for role in (Role.BUTTON, Role.PRODUCT):
        page.clickables |= {text.lower(): Piece(role, text) for text in named[role.name]}
    for name, *values in document["choices"]:
        page.clickables |= {value: Piece(Role.OPTION, value, name) for value in values}
    return page


def places_in(document: Document) -> dict[str, Place]:
    """Return where that stands which each name means."""
    places: dict[str, Place] = {}
    for role in (Role.OPTION, Role.BUTTON, Role.PRODUCT):
        for number, text in enumerate(document["named"][role.name]):
            name = text if role is Role.OPTION else text.lower()
            places[name] = Place(SELECTORS[role.name], number)
    return places

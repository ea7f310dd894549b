"""A page as HTML, byte for byte as the original writes it."""

from functools import lru_cache
from urllib.parse import quote_plus

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.pages.json_text import json_text, script_json
from hgpo_envs.webshop.pages.page import RATING, Page
from hgpo_envs.webshop.session.moves import Rules
from hgpo_envs.webshop.session.state import PageKind, State
from hgpo_envs.webshop.shop import Shop

_UNQUOTED = "$!'()*,;"
"""What the original's addresses leave as it is, besides letters, digits and ``-._~``."""

_FIELD_OF = {
    "Description": "description",
    "Features": "bulletpoints",
    "Reviews": "reviews",
    "Attributes": "attributes",
}


def html(page: Page, state: State, *, shop: Shop, rules: Rules) -> str:
    """Return a page's HTML; everything that comes from data or from a query is escaped.

    Args:
        page: the page.
        state: the state that it shows.
        shop: the products.
        rules: the visit's name and whether there is a button ``Attributes``.
    """
    context: dict[str, object] = {
        "instruction": page.instruction,
        "link": lambda **values: _link(session_id=rules.session, **values),
        "keywords": state.query.split(" "),
        "page": state.page,
        "asin": state.asin,
        "options": dict(state.options),
    }
    if state.kind is PageKind.RESULTS:
        products = [shop.product(card.asin) for card in page.cards]
        context |= {"products": products, "total": len(state.found)}
    elif state.kind is PageKind.DONE:
        context |= {"options_json": json_text(dict(state.options)), "score": state.score}
    elif page.product is not None:
        context |= _of_product(page.product, state, show_attrs=rules.show_attrs)
    return _template(state.kind).render(context)


def _of_product(product: Product, state: State, *, show_attrs: bool) -> dict[str, object]:
    shown = list(_FIELD_OF)[: 4 if show_attrs else 3]
    chosen = dict(state.options)
    images: dict[str, str | None] = {
        value: product.option_images.get(value)
        for values in product.options.values()
        for value in values
    }
    return {
        "product": product,
        "rating": RATING,
        "with_option": lambda name, value: {**chosen, name: value},
        "sub_pages": [(_FIELD_OF[text], text) for text in shown],
        "sub_page": state.sub_page,
        "name": "description" if state.sub_page == "Attributes" else _FIELD_OF.get(state.sub_page),
        "filed_under": [
            ("category", product.category),
            ("query", product.query),
            ("product_category", product.product_category),
        ],
        "chosen_json": script_json(chosen),
        "images_json": script_json({**images, **product.option_images}),
    }


def _link(**values: object) -> str:
    """Return an address within the shop: the values by name, a list's one after the other."""
    pairs = [
        (name, part)
        for name, value in values.items()
        for part in (value if isinstance(value, list) else [value])
    ]
    return "/?" + "&".join(f"{name}={_quoted(str(part))}" for name, part in pairs)


def _quoted(text: str) -> str:
    return quote_plus(text, safe=_UNQUOTED, errors="replace")


@lru_cache(maxsize=8)
def _template(kind: PageKind) -> Template:
    return _environment().get_template(f"{_TEMPLATES[kind]}.html.j2")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    loader = PackageLoader("hgpo_envs.webshop.pages")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined)


_TEMPLATES = {
    PageKind.SEARCH: "search",
    PageKind.RESULTS: "results",
    PageKind.ITEM: "item",
    PageKind.SUB_PAGE: "sub_page",
    PageKind.DONE: "done",
}

"""Addresses of pages: everything that a page depends on stands in its address, checked.

    /visit/ID                                        where to search
    /visit/ID/results?q=red+lamp&page=2              results
    /visit/ID/item?asin=B0...&q=...&page=2&o.color=red          a product
    /visit/ID/item/description?asin=B0...&q=...                 more of it
    /visit/ID/score                                  after a purchase

The kind of a page is its path. What was typed, and ids of products, are only ever values behind
the question mark, where no browser takes ``..`` or ``/`` for anything else. So a reader can go
back, reload, and open two pages side by side.
"""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote, urlencode

from werkzeug.exceptions import BadRequest, NotFound

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.session.state import PageKind, State
from hgpo_envs.webshop.shop import Shop

MAX_QUERY = 4096
"""Characters of a query; what an action may hold."""
MAX_ASIN = 64
MAX_PAGE = 9999
OPTION = "o."

Pairs = Iterable[tuple[str, str]]


def path_of(state: State, session: str) -> str:
    """Return the address of a state's page, without the host."""
    root = f"/visit/{session}"
    if state.kind is PageKind.SEARCH:
        return root
    if state.kind is PageKind.DONE:
        return f"{root}/score"
    if state.kind is PageKind.RESULTS:
        return f"{root}/results?{encoded(search_fields(state))}"
    sub_page = f"/{state.sub_page.lower()}" if state.kind is PageKind.SUB_PAGE else ""
    return f"{root}/item{sub_page}?{encoded(item_fields(state))}"


def search_fields(state: State) -> list[tuple[str, str]]:
    """Return what an address says of a search."""
    page = [] if state.page == 1 else [("page", str(state.page))]
    return [("q", state.query), *page]


def item_fields(state: State) -> list[tuple[str, str]]:
    """Return what an address, or a form that buys, says of a product and its chosen options."""
    options = [(f"{OPTION}{name}", value) for name, value in state.options]
    return [("asin", state.asin), *search_fields(state), *options]


def encoded(pairs: Pairs) -> str:
    """Return pairs as they stand behind the question mark."""
    return urlencode(list(pairs), quote_via=quote, safe="", errors="replace")


def read_query(given: str) -> str:
    """Return a query in lower case, as the shop takes it.

    Raises:
        BadRequest: it is longer than any action.
    """
    if len(given) > MAX_QUERY:
        raise BadRequest(f"A search may have up to {MAX_QUERY} characters.")
    return given.lower()


def read_page(given: str) -> int:
    """Return the number of a page of results.

    Raises:
        BadRequest: it is none, or none that there could be.
    """
    if given.isascii() and given.isdecimal() and len(given) <= 4 and 1 <= int(given) <= MAX_PAGE:
        return int(given)
    raise BadRequest(f"The page of results is a number from 1 to {MAX_PAGE}.")


def read_product(given: str, shop: Shop) -> Product:
    """Return the product with exactly this id.

    Raises:
        NotFound: there is none.
    """
    if not 0 < len(given) <= MAX_ASIN:
        raise NotFound("The shop has no such product.")
    try:
        return shop.product(given)
    except UnknownNameError as error:
        raise NotFound("The shop has no such product.") from error


def read_options(pairs: Pairs, product: Product) -> tuple[tuple[str, str], ...]:
    """Return the chosen options in the order in which they stand.

    Raises:
        BadRequest: the product has no such option, or no such value of it.
    """
    chosen: dict[str, str] = {}
    for key, value in pairs:
        if not key.startswith(OPTION):
            continue
        name = key.removeprefix(OPTION)
        if value not in product.options.get(name, ()):
            raise BadRequest("The product has no such option.")
        chosen[name] = value
    return tuple(chosen.items())


def at_item(state: State, product: Product, options: tuple[tuple[str, str], ...]) -> State:
    """Return the state in which a product is looked at with these options."""
    return replace(
        state,
        kind=PageKind.ITEM,
        asin=product.asin,
        sub_page="",
        options=options,
        visited=state.visited | {product.asin},
    )

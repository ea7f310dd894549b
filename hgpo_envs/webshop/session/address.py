"""The address of a page, as the original writes it: not escaped, and never read back here."""

import json

from hgpo_envs.webshop.session.state import PageKind, State

BASE = "http://127.0.0.1:3000"


def address(state: State, session: str) -> str:
    """Return the address of a state's page in the session of that name."""
    if state.kind is PageKind.SEARCH:
        return f"{BASE}/{session}"
    chosen = dict(state.options)
    start = f"{BASE}/{state.kind.value}/{session}"
    if state.kind is PageKind.DONE:
        return f"{start}/{state.asin}/{chosen}"
    keywords = state.query.replace(" ", "+")
    if state.kind is PageKind.RESULTS:
        return f"{start}/{keywords}/{state.page}"
    where = f"{start}/{state.asin}/{keywords}/{state.page}"
    if state.kind is PageKind.ITEM:
        return f"{where}/{json.dumps(chosen)}"
    return f"{where}/{state.sub_page}/{chosen}"


def kind_in(address: str) -> PageKind:
    """Return the kind of page that the original takes an address for: the first name in it.

    The address holds the query, so a query can name another kind. Only ``compat="upstream"``
    looks here; elsewhere a page's kind is part of its state.
    """
    for kind in (PageKind.RESULTS, PageKind.ITEM, PageKind.SUB_PAGE, PageKind.DONE):
        if kind.value in address:
            return kind
    return PageKind.SEARCH

"""What an action does to a visit."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from hgpo_envs.webshop.pages.piece import Piece, Role
from hgpo_envs.webshop.session.actions import parse
from hgpo_envs.webshop.session.address import address, kind_in
from hgpo_envs.webshop.session.listing import listed_by
from hgpo_envs.webshop.session.state import START, SUB_PAGES, PageKind, State
from hgpo_envs.webshop.shop import Shop

Clickables: TypeAlias = Mapping[str, Piece]
"""What a page lets one click, by its lower-case text."""

_SUB_PAGE_OF = {name.lower(): name for name in SUB_PAGES}
_BUTTONS = {"buy now", "back to search", "< prev"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What may differ between visits.

    Attributes:
        session: name of the visit in addresses.
        upstream: whether to mislead and to obey as the original does: page kinds read from the
            address, hidden commands in queries.
        show_attrs: whether products have a page of their attributes.
    """

    session: str = "0"
    upstream: bool = False
    show_attrs: bool = False


def move(
    state: State, action: str, clickables: Clickables, *, shop: Shop, rules: Rules
) -> State | None:
    """Return the state that an action leads to, or None where the shop refuses it.

    A search is taken on every page, with a search bar or without one, also after a purchase.
    """
    verb, argument = parse(action) or ("", "")
    if verb == "search":
        return search(state, argument, shop=shop, rules=rules)
    if verb != "click" or argument == "search":
        return None
    piece = clickables.get(argument)
    return None if piece is None else click(state, argument, piece, rules)


def search(state: State, query: str, *, shop: Shop, rules: Rules) -> State:
    """Return the first page of what a query finds; options are forgotten."""
    listed = listed_by(query, shop) if rules.upstream else None
    found = tuple(asin for asin, _ in shop.search(query)) if listed is None else listed
    return State(
        kind=PageKind.RESULTS, query=query, found=found, visited=state.visited, score=state.score
    )


def click(state: State, text: str, piece: Piece, rules: Rules) -> State:
    """Return the state after a click on a piece of the page; ``text`` is how it was named.

    An option is shadowed by the button of the same name, as in the original.
    """
    if piece.role is Role.PRODUCT:
        visited = state.visited | {piece.text}
        return replace(state, kind=PageKind.ITEM, asin=piece.text, visited=visited)
    if text == "buy now":
        return replace(state, kind=PageKind.DONE, sub_page="")
    if text == "back to search":
        return replace(START, score=state.score)
    if text in _SUB_PAGE_OF:
        return replace(state, kind=PageKind.SUB_PAGE, sub_page=_SUB_PAGE_OF[text])
    return _turn(state, text, rules) or _choose(state, piece)


def shadowed(option: str) -> bool:
    """Tell whether a button of the product's page stands before an option of that name."""
    return option in _BUTTONS or option in _SUB_PAGE_OF


def _turn(state: State, text: str, rules: Rules) -> State | None:
    """Return the state after a button that turns pages, or None if this is another one."""
    kind = kind_in(address(state, rules.session)) if rules.upstream else state.kind
    if text == "next >" and kind is PageKind.RESULTS:
        return _results(state, state.page + 1)
    if text != "< prev":
        return None
    if kind is PageKind.RESULTS:
        return _results(state, state.page - 1)
    if kind is PageKind.SUB_PAGE:
        return replace(state, kind=PageKind.ITEM, sub_page="")
    return _results(state, state.page)


def _results(state: State, page: int) -> State:
    return replace(state, kind=PageKind.RESULTS, page=page, asin="", sub_page="", options=())


def _choose(state: State, piece: Piece) -> State:
    """Choose an option: a later value of the same name takes the earlier one's place."""
    chosen = {**dict(state.options), piece.name: piece.text}
    return replace(state, options=tuple(chosen.items()))

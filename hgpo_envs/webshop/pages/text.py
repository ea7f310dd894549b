"""A page as text: plain for models, or with its buttons marked."""

import json
from collections.abc import Callable

from hgpo_envs.webshop.pages.page import Page
from hgpo_envs.webshop.pages.piece import Piece, Role
from hgpo_envs.webshop.session.state import State

SEPARATOR = " [SEP] "


def plain_text(page: Page) -> str:
    """Return the trimmed pieces of a page, joined by ``[SEP]``."""
    return SEPARATOR.join([piece.text.strip() for piece in page.pieces])


def rich_text(page: Page, state: State, clicked_in: str | None = None) -> str:
    """Return a line for each piece, with buttons, opened products and chosen options marked.

    Args:
        page: the page.
        state: the state that it shows.
        clicked_in: the text in which an option's value, in double quotes, is looked for to tell
            whether it is chosen; None takes the JSON of the chosen options. So a value with
            a double quote or a character beyond ASCII is never marked, as in the original,
            which looks through the whole address.
    """
    chosen_text = json.dumps(dict(state.options)) if clicked_in is None else clicked_in
    told: list[str] = []
    lines: list[str] = []
    for piece in page.pieces:
        if piece.role is Role.OPTION and f'"{piece.text}"' in chosen_text:
            told.append(f"You have clicked {piece.text}.\n")
            lines.append(f"  [clicked button] {piece.text} [clicked button_]")
        else:
            lines.append(_LINES[piece.role](piece, state))
    return "".join(reversed(told)) + "".join([f"{line}\n" for line in lines])


def _product_line(piece: Piece, state: State) -> str:
    if piece.text in state.visited:
        return f"\n[clicked button] {piece.text} [clicked button_]"
    return f"\n[button] {piece.text} [button_]"


_LINES: dict[Role, Callable[[Piece, State], str]] = {
    Role.TEXT: lambda piece, state: piece.text,
    Role.CODE: lambda piece, state: piece.text,
    Role.BUTTON: lambda piece, state: f"[button] {piece.text} [button_]",
    Role.OPTION: lambda piece, state: f"  [button] {piece.text} [button_]",
    Role.PRODUCT: _product_line,
}

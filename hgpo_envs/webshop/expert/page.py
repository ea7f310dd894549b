"""Read a page of the shop from its text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["search", "results", "item", "sub page", "done"]

_SEPARATOR = "[SEP]"
_TITLE = "Instruction:"
"""Stands at the head of every page but the last."""
_MARKS = re.compile(r"\[(?:clicked )?button_?\]")
_RESULTS = re.compile(r"Page -?\d+ \(Total results: \d+\)")
_DOLLARS = re.compile(r"\$(\d+(?:\.\d+)?)")


@dataclass(slots=True, kw_only=True)
class Offer:
    """A product as far as it was read.

    Attributes:
        asin: its id, in lower case.
        title: its name.
        lowest: the lowest price in dollars.
        highest: the highest one.
        options: the values of each option, by name; empty until its page was opened.
        opened: whether it was.
        read: what stood on its sub pages, by their buttons' names.
    """

    asin: str
    title: str
    lowest: float
    highest: float
    options: dict[str, list[str]] = field(default_factory=dict)
    opened: bool = False
    read: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a page shows.

    Attributes:
        kind: what kind of page it is.
        pieces: its texts, in order.
        clicks: what can be clicked.
    """

    kind: Kind
    pieces: tuple[str, ...]
    clicks: frozenset[str]

    @property
    def instruction(self) -> str:
        """The instruction, or nothing."""
        for at, piece in enumerate(self.pieces[:-1]):
            if piece == _TITLE:
                return self.pieces[at + 1]
        return ""

    def offers(self) -> list[Offer]:
        """Return the products of a page of results, in order."""
        found = []
        for at, piece in enumerate(self.pieces[:-2]):
            prices = _prices(self.pieces[at + 2])
            if piece.lower() in self.clicks and prices:
                title = self.pieces[at + 1]
                found.append(
                    Offer(asin=piece.lower(), title=title, lowest=min(prices), highest=max(prices))
                )
        return found

    def options(self) -> dict[str, list[str]]:
        """Return the values of each option on a product's page, by the option's name."""
        options: dict[str, list[str]] = {}
        name = ""
        for piece in self._below_the_buttons():
            if piece.startswith("Price: "):
                break
            if piece in self.clicks and name:
                options.setdefault(name, []).append(piece)
            else:
                name = piece
        return options

    def told(self) -> str:
        """Return what a sub page says."""
        return " ".join(self._below_the_buttons())

    def _below_the_buttons(self) -> tuple[str, ...]:
        back = "< Prev"
        return self.pieces[self.pieces.index(back) + 1 :] if back in self.pieces else ()


def read_page(observation: str, admissible: Sequence[str]) -> Reading:
    """Read a page as text, plain or with its buttons marked.

    Args:
        observation: the page; earlier ones that stand before it are left out.
        admissible: the actions that it offers.
    """
    plain = _SEPARATOR in observation
    parts = observation.split(_SEPARATOR) if plain else _MARKS.sub("", observation).split("\n")
    pieces = _latest([text for text in map(str.strip, parts) if text])
    clicks = frozenset(
        action.removeprefix("click[")[:-1] for action in admissible if action.startswith("click[")
    )
    return Reading(kind=_kind(pieces, clicks), pieces=pieces, clicks=clicks)


def _latest(pieces: list[str]) -> tuple[str, ...]:
    heads = [at for at, piece in enumerate(pieces) if piece == _TITLE]
    return tuple(pieces[heads[-1] :] if heads else pieces)


def _kind(pieces: Sequence[str], clicks: frozenset[str]) -> Kind:
    if "buy now" in clicks:
        return "item"
    if any(map(_RESULTS.fullmatch, pieces)):
        return "results"
    if "back to search" in clicks:
        return "sub page"
    return "search" if "Search" in pieces else "done"


def _prices(text: str) -> list[float]:
    return [float(amount) for amount in _DOLLARS.findall(text)] if text.startswith("$") else []

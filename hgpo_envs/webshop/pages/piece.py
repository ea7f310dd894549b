"""One thing that a page shows or lets one click."""

from enum import Enum
from typing import NamedTuple


class Role(Enum):
    """What a piece of a page is."""

    TEXT = "text"
    CODE = "code"
    BUTTON = "button"
    PRODUCT = "product"
    OPTION = "option"


class Piece(NamedTuple):
    """A piece of text on a page.

    Attributes:
        role: what it is.
        text: what it says.
        name: the name of the option that it is a value of; empty elsewhere.
    """

    role: Role
    text: str
    name: str = ""

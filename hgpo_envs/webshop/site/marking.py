"""How texts of products and queries are put into HTML, and what stands for a picture."""

from typing import TYPE_CHECKING
from zlib import crc32

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from jinja2 import Environment

HUES = 12
"""Colours of the tiles that stand for pictures; the style sheet has one class for each."""

_UNENCODABLE = range(0xD800, 0xE000)


def add_filters(environment: "Environment", *, record_images: bool) -> None:
    """Give templates what they need."""
    environment.filters["exact"] = exact
    environment.filters["hue"] = hue
    environment.filters["initial"] = initial
    environment.filters["picture"] = address_of_picture if record_images else lambda _: ""


def exact(text: str) -> Markup:
    """Return a text escaped so that a browser shows each character as it is.

    A browser takes a raw carriage return for a line break; written as a reference it stays. Half
    a surrogate pair has no place in a page and is shown as a question mark.

    Example:
        >>> str(exact("a < b"))
        'a &lt; b'
    """
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return Markup(str(escape(whole)).replace("\r", "&#13;"))  # escaped just before


def hue(asin: str) -> int:
    """Return which colour a product's tile has; the same everywhere."""
    return crc32(asin.encode("utf-8", "replace")) % HUES


def initial(title: str) -> str:
    """Return the letter on a product's tile.

    Example:
        >>> initial("(new) lamp"), initial("★")
        ('N', '·')
    """
    return next((letter.upper()[0] for letter in title if letter.isalnum()), "·")


def address_of_picture(image: str) -> str:
    """Return an image's address if a page may point to it, else nothing."""
    return image if image.startswith(("https://", "http://")) else ""

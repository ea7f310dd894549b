"""What a page of search results shows of a product."""

from typing import NamedTuple


class Card(NamedTuple):
    """The few fields of a product that a page of results needs.

    Attributes:
        asin: the product's id.
        title: its name.
        price_text: its price as pages show it.
        image: address of its main image, or empty.
    """

    asin: str
    title: str
    price_text: str
    image: str

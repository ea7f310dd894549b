"""A product, as the shop shows and judges it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """One product of a catalogue, cleaned as the original shop cleans its official record.

    Attributes:
        row: its place in the catalogue, counted after what is skipped.
        asin: its id.
        title: its name.
        description: the full description.
        bullets: the bullet points.
        price_text: the price as pages show it: ``"$218.67"``, or ``"$3.46 to $10.0"``.
        prices: one price in dollars, or the two ends of a range.
        options: values of each option by the option's name, both in lower case, in order.
        option_images: image address by option value, where there is one.
        image: address of the main image, or empty.
        category: top category, such as ``"fashion"``.
        query: the query that the product was found with, in lower case.
        product_category: the path of categories, joined by `` › ``.
        attributes: attributes that the official attribute file gives it.
    """

    row: int
    asin: str
    title: str
    description: str
    bullets: tuple[str, ...]
    price_text: str
    prices: tuple[float, ...]
    options: Mapping[str, tuple[str, ...]]
    option_images: Mapping[str, str]
    image: str
    category: str
    query: str
    product_category: str
    attributes: tuple[str, ...]

"""What the pages of the shop need of whatever holds the products."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product


class Shop(Protocol):
    """Products that can be searched, looked at and priced.

    ``hgpo_envs.webshop.store.Store`` is the real one; tests bring small ones of their own.
    """

    def search(self, query: str, k: int = 50) -> list[tuple[str, float]]:
        """Return the best ``k`` products as (asin, score), best first."""
        ...

    def cards(self, asins: Sequence[str]) -> list[Card]:
        """Return what a page of results shows of these products, in the order given."""
        ...

    def product(self, asin: str) -> Product:
        """Return a product.

        Raises:
            UnknownNameError: the catalogue has no such product.
        """
        ...

    def price(self, asin: str) -> float:
        """Return what a product costs, in dollars: drawn once where its price is a range."""
        ...


Chosen = Mapping[str, str]
"""Option values that were chosen, by the option's name."""

"""The original's hidden commands in queries, obeyed only under ``compat="upstream"``.

``<q> coffee`` lists the products that were found with the query ``coffee``, ``<c> garden``
those of a category, in catalogue order and without a limit. ``<r>`` (a random page) and ``<a>``
(which crashes the original) find nothing.
"""

from collections.abc import Callable, Iterator
from typing import Protocol, runtime_checkable

from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.shop import Shop


@runtime_checkable
class ListsProducts(Protocol):
    """A shop that can go through all its products."""

    def products(self) -> Iterator[Product]:
        """Yield every product in catalogue order."""
        ...


def listed_by(query: str, shop: Shop) -> tuple[str, ...] | None:
    """Return the ASINs that a hidden command lists, or None where the query is none."""
    command, *words = query.split(" ")
    if command in {"<r>", "<a>"}:
        return ()
    if command == "<q>":
        wanted = " ".join(words).strip()
        return _of(shop, lambda product: product.query == wanted)
    if command == "<c>":
        category = words[0].strip() if words else None
        return _of(shop, lambda product: product.category == category)
    return None


def _of(shop: Shop, belongs: Callable[[Product], bool]) -> tuple[str, ...]:
    if not isinstance(shop, ListsProducts):
        return ()
    return tuple(product.asin for product in shop.products() if belongs(product))

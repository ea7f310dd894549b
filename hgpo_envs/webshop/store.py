"""The shop's products, search, goals and rewards over files that all processes share."""

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.webshop.built import store_of_files
from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.store import open_catalogue
from hgpo_envs.webshop.layout import INDEX
from hgpo_envs.webshop.manifest import check_files, read_manifest
from hgpo_envs.webshop.root import find_catalogue
from hgpo_envs.webshop.search import open_index

DRAW_SEED = 7
"""Draws the prices of ranged products and the price limits, where no other seed is named."""


class Store:
    """A shop in a folder that an import wrote.

    Args:
        folder: the folder.
        draw_seed: draws prices and price limits.

    Attributes:
        folder: the folder.
        catalogue: the products.
        manifest: what the store says of itself.
        draw_seed: as given.

    Raises:
        DataError: the folder holds no store, an older form of one, or a damaged one.
    """

    def __init__(self, folder: Path, *, draw_seed: int = DRAW_SEED) -> None:
        self.folder = folder
        self.draw_seed = draw_seed
        self.manifest = read_manifest(folder)
        check_files(folder, self.manifest)
        self.catalogue = open_catalogue(folder)
        self._index = open_index(folder / INDEX)

    def search(self, query: str, k: int = 50) -> list[tuple[str, float]]:
        """Return the best ``k`` products as (asin, score), best first."""
        asin_at = self.catalogue.asin_at
        return [(asin_at(row), score) for row, score in self._index.search(query, k)]

    def cards(self, asins: Sequence[str]) -> list[Card]:
        """Return what a page of results shows of these products, in the order given.

        Raises:
            UnknownNameError: the catalogue has no such product.
        """
        return [self.catalogue.card_at(self._row(asin)) for asin in asins]

    def product(self, asin: str) -> Product:
        """Return a product.

        Raises:
            UnknownNameError: the catalogue has no such product.
        """
        return self.catalogue.product_at(self._row(asin))

    def products(self) -> Iterator[Product]:
        """Yield every product in catalogue order; nothing of them is kept."""
        return (self.catalogue.decode_at(row) for row in range(len(self.catalogue)))

    def _row(self, asin: str) -> int:
        row = self.catalogue.row_of(asin)
        if row is None:
            raise UnknownNameError(
                f"the catalogue {self.manifest.catalogue} has no product {asin!r:.40}; "
                f"it has {len(self.catalogue):,}."
            )
        return row


def open_store(
    data: str | os.PathLike[str] | None = None,
    *,
    products: str | None = None,
    draw_seed: int = DRAW_SEED,
) -> Store:
    """Open a shop of official data.

    Args:
        data: a folder of official files, or what ``hgpo data import`` wrote; None takes the folder
            that ``WEBSHOP_DATA`` names, and without it the one that ``hgpo data import`` fills. A
            small catalogue that was not imported is prepared once, in the user's cache.
        products: the catalogue file's name, such as ``"items_shuffle_1000.json"``; None takes the
            full one, or the only one that is there.
        draw_seed: draws the prices of ranged products and the price limits of goals.

    Raises:
        DataError: data that are missing, damaged, or to be imported first.
        UnknownNameError: there is no such catalogue.
    """
    found = find_catalogue(data, products)
    folder = found if isinstance(found, Path) else store_of_files(found)
    return _opened(folder, _stamp(folder), draw_seed)


@lru_cache(maxsize=8)
def _opened(folder: Path, stamp: tuple[int, int], draw_seed: int) -> Store:
    return Store(folder, draw_seed=draw_seed)


def _stamp(folder: Path) -> tuple[int, int]:
    """Tell a store from another one that was put in its place."""
    state = folder.stat()
    return state.st_ino, state.st_mtime_ns

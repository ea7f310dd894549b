"""The products of a catalogue in files that are mapped into memory.

Opening reads nothing but the files' heads; processes that open the same folder share its pages.
A product is decoded when it is asked for.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.records import (
    Records,
    decode_card,
    decode_product,
    load_array,
)
from hgpo_envs.webshop.layout import (
    AGAIN,
    ASIN_ORDER,
    ASINS,
    CARDS,
    PRICES,
    PRODUCTS,
    RANGED_PRICES,
    RANGED_ROWS,
)
from hgpo_envs.webshop.manifest import read_manifest

_KEPT = 1024
"""Decoded products and cards that are kept."""


class Ranged(NamedTuple):
    """The products whose price is a range.

    Attributes:
        rows: [R] rows, in order.
        prices: [R, 2] the two ends, in dollars.
    """

    rows: NDArray[np.int64]
    prices: NDArray[np.float64]


class Catalogue:
    """Products by row and by ASIN.

    Args:
        folder: what an import wrote.
        version: tells it from others.

    Attributes:
        folder: that folder.
        version: as given.
        prices: [N] each product's price, or the first end of its range, in dollars.
        ranged: the products whose price is a range.

    Raises:
        DataError: the folder holds no catalogue, or a damaged one.
    """

    def __init__(self, folder: Path, version: str = "") -> None:
        self.folder = folder
        self.version = version
        self._products = Records(folder, PRODUCTS)
        self._cards = Records(folder, CARDS)
        self._asins = load_array(folder / ASINS, np.bytes_)
        self._order = load_array(folder / ASIN_ORDER, np.int64)
        self.prices: NDArray[np.float64] = load_array(folder / PRICES, np.float64)
        self.ranged = Ranged(
            load_array(folder / RANGED_ROWS, np.int64),
            load_array(folder / RANGED_PRICES, np.float64),
        )
        self._check_lengths()
        self._product_at = lru_cache(maxsize=_KEPT)(self.decode_at)
        self._card_at = lru_cache(maxsize=_KEPT)(self._decoded_card)

    def __len__(self) -> int:
        return len(self._products)

    def product_at(self, row: int) -> Product:
        """Return a product.

        Raises:
            IndexError: there is no such row.
            DataError: the file is damaged there.
        """
        return self._product_at(row)

    def card_at(self, row: int) -> Card:
        """Return what a page of results shows of a product.

        Raises:
            IndexError: there is no such row.
            DataError: the file is damaged there.
        """
        return self._card_at(row)

    def asin_at(self, row: int) -> str:
        """Return a product's ASIN.

        Raises:
            IndexError: there is no such row.
            DataError: the file is damaged there.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        try:
            return bytes(self._asins[row]).decode()
        except UnicodeDecodeError as error:
            raise self._damage(row) from error

    def row_of(self, asin: str) -> int | None:
        """Return the row of the product with this ASIN, or None.

        Raises:
            DataError: the order of the ASINs is damaged.
        """
        try:
            name = asin.encode()
        except UnicodeEncodeError:
            return None
        if len(name) > self._asins.dtype.itemsize or b"\0" in name:
            return None
        wanted = np.array(name, dtype=self._asins.dtype)
        try:
            place = int(np.searchsorted(self._asins, wanted, sorter=self._order))
        except ValueError as error:
            raise DataError(
                f"the store {str(self.folder)!r} is damaged: its order of products has rows that "
                f"it has not. {AGAIN}"
            ) from error
        if place == len(self) or self._asins[self._order[place]] != wanted:
            return None
        return int(self._order[place])

    def decode_at(self, row: int) -> Product:
        """Return a product that is needed once, and keep nothing of it.

        Raises:
            IndexError: there is no such row.
            DataError: the file is damaged there.
        """
        record = self._products[row]
        try:
            return decode_product(record, row)
        except (ValueError, TypeError, AttributeError) as error:
            raise self._damage(row) from error

    def _decoded_card(self, row: int) -> Card:
        record = self._cards[row]
        try:
            return decode_card(record)
        except (ValueError, TypeError) as error:
            raise self._damage(row) from error

    def _damage(self, row: int) -> DataError:
        return DataError(f"the store {str(self.folder)!r} is damaged in product {row:,}. {AGAIN}")

    def _check_lengths(self) -> None:
        every = {len(self), len(self._cards), len(self._asins), len(self._order), len(self.prices)}
        if len(every) > 1 or self.ranged.prices.shape != (len(self.ranged.rows), 2):
            raise DataError(
                f"the files of the store {str(self.folder)!r} don't fit each other. {AGAIN}"
            )


def open_catalogue(folder: Path) -> Catalogue:
    """Map the catalogue that an import wrote; its version tells of products and instructions.

    Raises:
        DataError: the folder holds no catalogue, an older form of one, or a damaged one.
    """
    return Catalogue(folder, read_manifest(folder).version)

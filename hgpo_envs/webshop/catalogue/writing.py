"""Write the files of a catalogue, product by product."""

from array import array
from pathlib import Path

import numpy as np

from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.records import (
    RecordWriter,
    encode_card,
    encode_product,
    save_array,
)
from hgpo_envs.webshop.layout import (
    ASIN_ORDER,
    ASINS,
    CARDS,
    PRICES,
    PRODUCTS,
    RANGED_PRICES,
    RANGED_ROWS,
)


class CatalogueWriter:
    """Write products in the order of their rows.

    Of each product only its ASIN, price and places are held, about 100 bytes.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._products = RecordWriter(folder, PRODUCTS)
        self._cards = RecordWriter(folder, CARDS)
        self._asins: list[bytes] = []
        self._prices = array("d")
        self._ranged_rows = array("q")
        self._ranged_prices = array("d")

    def __len__(self) -> int:
        return len(self._asins)

    def add(self, product: Product) -> None:
        """Write a product.

        Raises:
            OSError: there is no room.
        """
        self._products.add(encode_product(product))
        self._cards.add(encode_card(product))
        self._asins.append(product.asin.encode())
        self._prices.append(product.prices[0])
        if len(product.prices) > 1:
            self._ranged_rows.append(product.row)
            self._ranged_prices.extend(product.prices[:2])

    def finish(self) -> None:
        """Write what is left.

        Raises:
            OSError: there is no room.
        """
        self._products.finish()
        self._cards.finish()
        asins = np.array(self._asins, dtype=f"S{max(map(len, self._asins), default=1) or 1}")
        ranged = np.frombuffer(self._ranged_prices, dtype=np.float64).reshape(-1, 2)
        arrays = {
            ASINS: asins,
            ASIN_ORDER: np.argsort(asins, kind="stable").astype(np.int64),
            PRICES: np.frombuffer(self._prices, dtype=np.float64),
            RANGED_ROWS: np.frombuffer(self._ranged_rows, dtype=np.int64),
            RANGED_PRICES: ranged,
        }
        for name, values in arrays.items():
            save_array(self._folder / name, values)

    def close(self) -> None:
        """Close all files, whole or not."""
        self._products.close()
        self._cards.close()

"""Products and cards as bytes, and files of many such records that are mapped into memory.

``NAME.blob`` holds the records one after the other, ``NAME.at.npy`` where each begins and the
last ends.
"""

import json
import mmap
from array import array
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.card import Card
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.layout import AGAIN

Scalar = TypeVar("Scalar", bound=np.generic)


def encode_product(product: Product) -> bytes:
    """Return a product's record; its row is its place."""
    return _encode(
        product.asin,
        product.title,
        product.description,
        product.bullets,
        product.price_text,
        product.prices,
        product.options,
        product.option_images,
        product.image,
        product.category,
        product.query,
        product.product_category,
        product.attributes,
    )


def decode_product(record: bytes, row: int) -> Product:
    """Return the product that a record holds.

    Raises:
        ValueError: it is no such record.
    """
    (
        *texts,
        bullets,
        price_text,
        prices,
        options,
        images,
        image,
        category,
        query,
        path,
        attributes,
    ) = json.loads(record)
    asin, title, description = texts
    return Product(
        row=row,
        asin=asin,
        title=title,
        description=description,
        bullets=tuple(bullets),
        price_text=price_text,
        prices=tuple(prices),
        options={name: tuple(values) for name, values in options.items()},
        option_images=images,
        image=image,
        category=category,
        query=query,
        product_category=path,
        attributes=tuple(attributes),
    )


def encode_card(product: Product) -> bytes:
    """Return the record of a product's card."""
    return _encode(product.asin, product.title, product.price_text, product.image)


def decode_card(record: bytes) -> Card:
    """Return the card that a record holds.

    Raises:
        ValueError: it is no such record.
    """
    return Card(*json.loads(record))


def _encode(*fields: object) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


class RecordWriter:
    """Write a file of records, one after the other.

    Args:
        folder: where to.
        name: of the file.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._file = (folder / f"{name}.blob").open("wb")
        self._at = array("q", [0])

    def add(self, record: bytes) -> None:
        """Append a record."""
        self._file.write(record)
        self._at.append(self._at[-1] + len(record))

    def finish(self) -> None:
        """Write what is left, and where each record begins."""
        self._file.close()
        save_array(self._folder / f"{self._name}.at.npy", np.frombuffer(self._at, dtype=np.int64))

    def close(self) -> None:
        """Close the file, whole or not."""
        self._file.close()


class Records:
    """Records in a file that is mapped into memory, which all processes share.

    Args:
        folder: where it is.
        name: of the file.

    Raises:
        DataError: the files are missing or don't fit each other.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._at = load_array(folder / f"{name}.at.npy", np.int64)
        self._blob = _mapped(folder / f"{name}.blob")
        if len(self._at) == 0 or self._at[-1] != len(self._blob):
            raise DataError(
                f"{folder / name!s}.blob has {len(self._blob):,} bytes and is not whole. {AGAIN}"
            )

    def __len__(self) -> int:
        return len(self._at) - 1

    def __getitem__(self, row: int) -> bytes:
        """Return a record.

        Raises:
            IndexError: there is none.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        return self._blob[self._at[row] : self._at[row + 1]]


def save_array(path: Path, values: NDArray[np.generic]) -> None:
    """Write an array to a file that ``load_array`` maps."""
    np.save(path, values, allow_pickle=False)


def load_array(path: Path, dtype: type[Scalar]) -> NDArray[Scalar]:
    """Map an array into memory.

    Raises:
        DataError: the file is missing, cut off, or holds something else.
    """
    try:
        values = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    except OSError as error:
        raise _unmapped(path, error) from error
    except (ValueError, EOFError) as error:
        raise DataError(f"{str(path)!r} is no whole NumPy file. {AGAIN}") from error
    if not np.issubdtype(values.dtype, dtype):
        raise DataError(f"{str(path)!r} holds {values.dtype}, expected {dtype.__name__}. {AGAIN}")
    return values


def _mapped(path: Path) -> mmap.mmap | bytes:
    """Map a file into memory; an empty one can't be mapped."""
    try:
        with path.open("rb") as file:
            empty = path.stat().st_size == 0
            return b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise _unmapped(path, error) from error


def _unmapped(path: Path, error: OSError) -> DataError:
    return DataError(f"{str(path)!r} can't be mapped: {error.strerror or error}. {AGAIN}")

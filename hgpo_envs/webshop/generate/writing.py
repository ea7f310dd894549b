"""Write a generated shop down as official files, which any WebShop reads."""

import fcntl
import filecmp
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from hgpo_envs.errors import DataError, EnvInputError
from hgpo_envs.webshop.generate.goals import human
from hgpo_envs.webshop.generate.series import Series, entries
from hgpo_envs.webshop.layout import ATTRIBUTES, CATALOGUE, HUMAN
from hgpo_envs.webshop.workers import worker_processes

_CHUNK = 2_000
"""Products that are made at a time; some 6 MB of text."""

MOST_WORKERS = 256


def write_shop(
    folder: str | os.PathLike[str],
    shop: Series,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[Path, ...]:
    """Write the catalogue, the attributes and the instructions of a shop.

    Products are written as they are made, so memory stays small whatever the shop's size. A file
    appears whole or not at all, and one that is there with the same content stays, so a call that
    was interrupted is simply repeated.

    Args:
        folder: is made if it isn't there.
        shop: what to write.
        workers: processes that make products; the bytes are the same for any number.
        progress: is told now and then how many products of how many are written.

    Returns:
        ``items_shuffle.json``, ``items_ins_v2.json`` and ``items_human_ins.json``.

    Raises:
        EnvInputError: ``workers`` is out of range.
        DataError: a file is there with other content, or can't be written, or a worker was ended
            from outside.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise EnvInputError(f"workers is {workers}; expected a number from 1 to {MOST_WORKERS}.")
    root = Path(folder)
    names = [f"{stem}.json" for stem in (CATALOGUE, ATTRIBUTES, HUMAN)]
    paths = tuple(root / name for name in names)
    try:
        root.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            catalogue, attributes, people = (stack.enter_context(_whole(path)) for path in paths)
            _write_products(shop, catalogue, attributes, workers, progress)
            people.write(_json(human(shop)))
    except OSError as error:
        raise DataError(
            f"can't write to {str(root)!r}: {error.strerror or error}. Name another folder, or "
            "make room."
        ) from error
    return paths


def _write_products(
    shop: Series,
    catalogue: BinaryIO,
    attributes: BinaryIO,
    workers: int,
    progress: Callable[[int, int], None],
) -> None:
    between = (b"[\n", b"{\n")
    done = 0
    for products, products_attributes in _chunks(shop, workers):
        catalogue.write(between[0] + products)
        attributes.write(between[1] + products_attributes)
        between = (b",\n", b",\n")
        done = min(done + _CHUNK, shop.products)
        progress(done, shop.products)
    catalogue.write(b"\n]\n")
    attributes.write(b"\n}\n")


def _chunks(shop: Series, workers: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the records and the attribute entries of a few products after the other."""
    starts = range(0, shop.products, _CHUNK)
    make = partial(_chunk, shop)
    if workers == 1:
        yield from map(make, starts)
        return
    at_once = 4 * workers  # no more is held, however slow the disk
    with worker_processes(workers) as pool:
        for at in range(0, len(starts), at_once):
            yield from pool.map(make, starts[at : at + at_once])


def _chunk(shop: Series, start: int) -> tuple[bytes, bytes]:
    numbers = range(start, min(start + _CHUNK, shop.products))
    known = entries(shop)
    asins = [shop.asins.asin(number) for number in numbers]
    records = b",\n".join(_json(shop.record(number)) for number in numbers)
    return records, b",\n".join(_json(asin) + b": " + _json(known[asin]) for asin in asins)


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file that appears under its name when the block ends well, and not before.

    What a call that was killed has left of it is removed.
    """
    prefix = f".{path.name}.writing-"
    for remains in sorted(path.parent.glob(f"{prefix}*")):
        _remove_unheld(remains)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file
        if path.exists() and not filecmp.cmp(name, path, shallow=False):
            raise DataError(
                f"{str(path)!r} is there with other content. Name an empty folder, or remove it."
            )
        os.chmod(name, 0o644)
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)


def _remove_unheld(path: Path) -> None:
    """Remove a file, unless a process that still runs is writing it."""
    with suppress(OSError), path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()

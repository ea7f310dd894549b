"""Stores that are built when they are first needed, and kept in the user's cache.

A store is kept under what it was made of, so that other files, or another version of what builds
it, have a store of their own. Many processes may ask at once: one builds, the others wait.
"""

import os
import shlex
import struct
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

import platformdirs

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.building import Material, build_store, read_material, store_parts
from hgpo_envs.webshop.catalogue.store import open_catalogue
from hgpo_envs.webshop.content import marks_of
from hgpo_envs.webshop.layout import CACHE_VARIABLE, FORMAT, INDEX
from hgpo_envs.webshop.manifest import check_files, read_manifest
from hgpo_envs.webshop.nouns import Finder, choose_finder
from hgpo_envs.webshop.search import open_index
from hgpo_envs.webshop.sources import Sources
from hgpo_envs.webshop.staging import locked
from hgpo_envs.webshop.wishes import KINDS, open_wishes

LARGEST_MB = 200
"""Of a catalogue file, unpacked, that is built from without being told to."""


def store_cache() -> Path:
    """Return the folder of stores that were built when they were needed."""
    given = os.environ.get(CACHE_VARIABLE)
    if given:
        return Path(given).expanduser().absolute()
    return platformdirs.user_cache_path("hgpo-bench", appauthor=False) / "webshop-stores"


def store_of_files(sources: Sources) -> Path:
    """Return the folder of the store that official files make; it is built if it isn't there.

    Raises:
        DataError: the catalogue is too large for that, a file is damaged, or the cache can't be
            written to.
    """
    size = unpacked_size(sources.catalogue)
    if size > LARGEST_MB * 1_000_000:
        raise DataError(
            f"{str(sources.catalogue)!r} has {size / 1e6:,.0f} MB, and no store was made of it "
            f"yet. Make one, which takes minutes, with `hgpo data import "
            f"{shlex.quote(str(sources.catalogue.parent))}`."
        )
    marks = marks_of(sources.files, store_cache() / "files")
    name = sources.name.removesuffix(".json")
    contents = (f"{mark.size} {mark.sha256}" for mark in marks)
    key = key_of(contents, choose_finder())
    return kept_store(name, key, lambda: read_material(sources, marks, size))


def kept_store(name: str, key: str, material: Callable[[], Material]) -> Path:
    """Return the folder of a store that is kept under a key; it is built if it isn't there whole.

    Args:
        name: begins the folder's name, for people.
        key: stands for all that the store depends on.
        material: gives what it is built from.

    Raises:
        DataError: the material is damaged, or the cache can't be written to.
    """
    folder = store_cache() / f"{name}-{key[:24]}"
    if is_whole(folder):
        return folder
    with locked(folder, wait=True, named_by=CACHE_VARIABLE):
        if not is_whole(folder):
            build_store(material(), folder, strict=True)
    return folder


def is_whole(folder: Path) -> bool:
    """Whether a folder is a store of the present form, with all its files."""
    if not folder.is_dir():
        return False
    try:
        check_files(folder, read_manifest(folder))
        catalogue = open_catalogue(folder)
        open_index(folder / INDEX)
        for kind in KINDS:
            open_wishes(folder, kind, catalogue)
    except DataError:
        return False
    return True


def key_of(contents: Iterable[str], finder: Finder) -> str:
    """Return the key of a store: what it is made of, and the versions of its parts."""
    parts = [f"{name} {version}" for name, version in sorted(store_parts(finder).items())]
    return sha256("\n".join([FORMAT, *parts, *contents]).encode()).hexdigest()


def unpacked_size(path: Path) -> int:
    """Return how many bytes a file has when it is unpacked; from 4 GiB on at least its own size.

    Raises:
        DataError: it can't be read.
    """
    try:
        size = path.stat().st_size
        if path.suffix != ".gz" or size < 18:
            return size
        with path.open("rb") as file:
            file.seek(-4, os.SEEK_END)
            return max(size, int(struct.unpack("<I", file.read(4))[0]))
    except OSError as error:
        raise DataError(f"{str(path)!r} can't be read: {error.strerror}.") from error

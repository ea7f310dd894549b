"""The files of an index: what they are called, how they are written, checked and mapped.

An index is a folder of NumPy files and ``manifest.json``, which is written last and says of each
file how many bytes it has, and of the small ones their SHA-256.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.layout import AGAIN

FORM = 1
"""Version of the form; one of another version is built anew."""

MANIFEST = "manifest.json"
_KIND = "hgpo-webshop-search"
_SMALL = 1 << 20
"""Files up to this many bytes are compared with their checksum when an index is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What an index counts.

    Attributes:
        rows: documents, empty ones among them.
        documents: documents that have terms.
        total: terms in all documents, repetitions counted.
        terms: different terms.
        postings: pairs of a term and a document that has it.
        dense: terms that so many documents have that they are kept for every document.
    """

    rows: int
    documents: int
    total: int
    terms: int
    postings: int
    dense: int


class Described(TypedDict):
    """What the manifest says of a file: its size, and the checksum of a small one."""

    bytes: int
    sha256: str | None


class Manifest(TypedDict):
    """What the manifest says."""

    kind: str
    form: int
    version: str
    counts: dict[str, int]
    files: dict[str, Described]


class Part:
    """Names of the files."""

    WORDS = "words"
    WORD_ENDS = "word_ends"
    POSTING_ENDS = "posting_ends"
    ROWS = "rows"
    FREQUENCIES = "frequencies"
    CODES = "codes"
    MANY_AT = "many_at"
    MANY = "many"
    LENGTHS = "lengths"
    ORDER = "order"
    DENSE_TERMS = "dense_terms"
    DENSE = "dense"


TYPES: Mapping[str, tuple[type[np.generic], int]] = {
    Part.WORDS: (np.uint8, 1),
    Part.WORD_ENDS: (np.uint64, 1),
    Part.POSTING_ENDS: (np.uint64, 1),
    Part.ROWS: (np.uint32, 1),
    Part.FREQUENCIES: (np.uint8, 1),
    Part.CODES: (np.uint8, 1),
    Part.MANY_AT: (np.uint64, 1),
    Part.MANY: (np.uint32, 1),
    Part.LENGTHS: (np.uint8, 1),
    Part.ORDER: (np.uint32, 1),
    Part.DENSE_TERMS: (np.uint32, 1),
    Part.DENSE: (np.uint8, 2),
}
"""Element type and number of dimensions of each file."""


def file_of(folder: Path, part: str) -> Path:
    """Return the file that holds a part."""
    return folder / f"{part}.npy"


def create(folder: Path, part: str, *shape: int) -> NDArray[np.generic]:
    """Return a new part, mapped for writing and full of zeros.

    Raises:
        OSError: there is no room for it.
    """
    kind, _ = TYPES[part]
    path = file_of(folder, part)
    if 0 in shape:  # nothing to map
        np.save(path, np.zeros(shape, kind))
        return np.zeros(shape, kind)
    mapped = np.lib.format.open_memmap(path, mode="w+", dtype=kind, shape=shape)
    _reserve(path)
    return mapped


def _reserve(path: Path) -> None:
    """Take the room of a mapped file: where that runs out while it is written, the process dies."""
    if hasattr(os, "posix_fallocate"):
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)


def save(folder: Path, part: str, values: NDArray[np.generic]) -> None:
    """Write a part that is in memory."""
    np.save(file_of(folder, part), values.astype(TYPES[part][0]), allow_pickle=False)


def seal(folder: Path, counts: Counts, version: str) -> None:
    """Write the manifest, which makes the index whole."""
    manifest = Manifest(
        kind=_KIND,
        form=FORM,
        version=version,
        counts=asdict(counts),
        files={part: _described(file_of(folder, part)) for part in TYPES},
    )
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, encoding="ascii")


def _described(path: Path) -> Described:
    size = path.stat().st_size
    checksum = hashlib.sha256(path.read_bytes()).hexdigest() if size <= _SMALL else None
    return {"bytes": size, "sha256": checksum}


def load(folder: Path) -> tuple[dict[str, NDArray[np.generic]], Counts, str]:
    """Map all parts of an index.

    Returns:
        The parts by name, the counts, and the version of the content.

    Raises:
        DataError: a file is missing, cut short, or not what the manifest says.
    """
    manifest = _read_manifest(folder / MANIFEST)
    try:
        counts = Counts(**manifest["counts"])
        version = manifest["version"]
        described = {part: Described(**manifest["files"][part]) for part in TYPES}
    except (KeyError, TypeError) as error:
        raise DataError(f"{folder / MANIFEST} lacks an entry: {error!r}. {AGAIN}") from error
    parts = {part: _map(file_of(folder, part), part, described[part]) for part in TYPES}
    return parts, counts, version


def _read_manifest(path: Path) -> Manifest:
    try:
        manifest = json.loads(path.read_bytes())
    except OSError as error:
        raise DataError(
            f"{path.parent} holds no search index: {path.name} can't be read ({error.strerror}). "
            f"{AGAIN}"
        ) from error
    except ValueError as error:
        raise DataError(f"{path} is not JSON: {error}. {AGAIN}") from error
    if not isinstance(manifest, dict) or manifest.get("kind") != _KIND:
        raise DataError(f"{path} does not describe a search index. {AGAIN}")
    if manifest.get("form") != FORM:
        raise DataError(
            f"{path} has form {manifest.get('form')!r} of the index; this version reads form "
            f"{FORM}. {AGAIN}"
        )
    return cast(Manifest, manifest)


def _map(path: Path, part: str, expected: Described) -> NDArray[np.generic]:
    _verify(path, expected)
    try:
        values: NDArray[np.generic] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise DataError(f"{path} is no whole NumPy file. {AGAIN}") from error
    kind, dimensions = TYPES[part]
    if values.dtype != kind or values.ndim != dimensions:
        raise DataError(f"{path} holds {values.dtype} in {values.ndim} dimensions. {AGAIN}")
    return values.view(np.ndarray)


def _verify(path: Path, expected: Described) -> None:
    """Compare a file with what the manifest says of it."""
    try:
        found = _described(path)
    except OSError as error:
        raise DataError(f"{path} can't be read ({error.strerror}). {AGAIN}") from error
    if found["bytes"] != expected["bytes"]:
        raise DataError(
            f"{path} has {found['bytes']} bytes; it should have {expected['bytes']}. {AGAIN}"
        )
    if expected["sha256"] not in (None, found["sha256"]):
        raise DataError(f"{path} is damaged: its checksum is another one. {AGAIN}")

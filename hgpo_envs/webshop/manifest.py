"""What a store says of itself: its form, what it was built from, and the sizes of its files."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from typing import NamedTuple

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.layout import (
    AGAIN,
    FORMAT,
    HUMAN_WISHES,
    MANIFEST,
    PRODUCTS,
    SYNTHETIC_WISHES,
)

CONTENT = tuple(f"{name}.blob" for name in (PRODUCTS, HUMAN_WISHES, SYNTHETIC_WISHES))
"""The files that say what the shop is; all others are computed from them."""

_SMALL = 1 << 21
"""Bytes of the largest file that is compared with its checksum whenever a store is opened."""


class SourceFile(NamedTuple):
    """A file that a store was built from.

    Attributes:
        name: without its folder.
        size: bytes.
        sha256: of its content.
    """

    name: str
    size: int
    sha256: str


class FileMark(NamedTuple):
    """A file as it was written.

    Attributes:
        size: bytes.
        sha256: of its content.
    """

    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a store is.

    Attributes:
        catalogue: name of the official catalogue file, or what a generated one is called.
        products: how many there are.
        skipped: how many records are no product, by reason.
        human: goals that people wrote.
        synthetic: goals that were made of products' attributes and options.
        parts: versions of what was computed from the products.
        sources: the files that it was built from.
        files: the store's files, by path.
    """

    catalogue: str
    products: int
    skipped: Mapping[str, int]
    human: int
    synthetic: int
    parts: Mapping[str, str]
    sources: tuple[SourceFile, ...] = ()
    files: Mapping[str, FileMark] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """SHA-256 of the products and instructions, as they were cleaned."""
        lines = [f"{name} {self.files[name].sha256}" for name in CONTENT if name in self.files]
        return sha256("\n".join(lines).encode()).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a store whose files are all there.

    Raises:
        OSError: there is no room, or no permission.
    """
    files = {name: _mark_of(folder / name) for name in files_of(folder)}
    record = {"format": FORMAT, **asdict(manifest), "files": files}
    text = json.dumps(record, ensure_ascii=False, indent=1)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a store.

    Raises:
        DataError: there is none, or it is of another form, or damaged.
    """
    path = folder / MANIFEST
    try:
        record = json.loads(path.read_bytes())
        written = record.pop("format")
        if written != FORMAT:
            raise DataError(
                f"the store {str(folder)!r} is of the form {written!r}, and this version reads "
                f"{FORMAT!r}. {AGAIN}"
            )
        record["sources"] = tuple(SourceFile(*source) for source in record["sources"])
        record["files"] = {name: FileMark(*mark) for name, mark in record["files"].items()}
        return Manifest(**record)
    except FileNotFoundError as error:
        raise DataError(
            f"{str(folder)!r} is no store of a catalogue, or a damaged one: it has no {MANIFEST}. "
            f"{AGAIN}"
        ) from error
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{str(path)!r} can't be read: {error}. {AGAIN}") from error


def check_files(folder: Path, manifest: Manifest) -> None:
    """Make sure that a store's files are there in the sizes that they were written in.

    Small ones are read, and have to be as they were written.

    Raises:
        DataError: one is missing, has another size or other content, or can't be read.
    """
    for name, mark in manifest.files.items():
        problem = _problem(folder / name, mark)
        if problem:
            raise DataError(f"the store {str(folder)!r} is damaged: {name!r} {problem}. {AGAIN}")


def _problem(path: Path, mark: FileMark) -> str:
    """Say what is wrong with a file, or nothing."""
    try:
        found = path.stat().st_size if path.is_file() else None
        if found is None:
            return f"is missing, and {mark.size:,} bytes were written"
        if found != mark.size:
            return f"has {found:,} bytes, and {mark.size:,} were written"
        is_other = mark.size <= _SMALL and _mark_of(path) != mark
    except OSError as error:
        return f"can't be read ({error.strerror})"
    return "is not as it was written" if is_other else ""


def verify_files(folder: Path, manifest: Manifest) -> Iterator[tuple[str, bool]]:
    """Read every file of a store; give its path, and whether it is as it was written.

    Raises:
        OSError: one can't be read.
    """
    for name, mark in manifest.files.items():
        yield name, _mark_of(folder / name) == mark


def files_of(folder: Path) -> list[str]:
    """Return the paths of the files in and below a folder, its manifest left out."""
    paths = (Path(above, name) for above, _, names in os.walk(folder) for name in names)
    found = sorted(path.relative_to(folder).as_posix() for path in paths)
    return [name for name in found if name != MANIFEST]


def _mark_of(path: Path) -> FileMark:
    with path.open("rb") as file:
        return FileMark(path.stat().st_size, file_digest(file, "sha256").hexdigest())

"""Find the official files: a catalogue, the attributes that go with it, human instructions."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.layout import ATTRIBUTES, CATALOGUE, FULL, HUMAN, SMALL
from hgpo_envs.webshop.nouns import recorded_files

_DEEPEST = 3
"""Folders between the given one and the files."""

_PACKED = ".gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The files that make a store.

    Attributes:
        catalogue: the products.
        attributes: the attributes of products, with instructions made of them.
        human: the instructions that people wrote, where there are any.
        nouns: recorded nouns of titles, where there are any.
    """

    catalogue: Path
    attributes: Path
    human: Path | None
    nouns: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """The catalogue file's name, as it is called unpacked."""
        return plain_name(self.catalogue)

    @property
    def files(self) -> tuple[Path, ...]:
        """All of them."""
        return (*filter(None, (self.catalogue, self.attributes, self.human)), *self.nouns)


def plain_name(path: Path) -> str:
    """Return a file's name without the ending of compression."""
    return path.name.removesuffix(_PACKED)


def official_files(paths: Sequence[Path]) -> list[Path]:
    """Return the official files among paths and in the folders among them, in a fixed order.

    Raises:
        DataError: there is no such path.
    """
    found: dict[Path, None] = {}
    for path in map(_there, paths):
        inside = _files_in(path.absolute(), _DEEPEST) if path.is_dir() else [path.absolute()]
        found.update(dict.fromkeys(file for file in inside if _stem_of(file)))
    return _plain_ones(found)


def _there(path: Path) -> Path:
    """Return a path, or where it is not there, the same file gzipped.

    Raises:
        DataError: neither is there.
    """
    for file in (path, Path(f"{path}{_PACKED}")):
        if file.exists():
            return file
    raise DataError(f"there is no file or folder {str(path)!r}. Name what was downloaded.")


def all_sources(paths: Sequence[Path]) -> list[Sources]:
    """Return the files of every catalogue that is among paths or in their folders.

    Raises:
        DataError: there is none, one has no attribute file, or two have one name.
    """
    files = official_files(paths)
    catalogues = [file for file in files if _stem_of(file) == CATALOGUE]
    if not catalogues:
        given = ", ".join(repr(str(path)) for path in paths)
        raise DataError(
            f"{given}: no catalogue among them. Expected {CATALOGUE}*.json (or .json.gz), with "
            f"{ATTRIBUTES}*.json and {HUMAN}.json."
        )
    named: dict[str, Path] = {}
    for catalogue in catalogues:
        other = named.setdefault(plain_name(catalogue), catalogue)
        if other != catalogue:
            raise DataError(
                f"there are two catalogues {plain_name(catalogue)}: {str(other)!r} and "
                f"{str(catalogue)!r}. Name one of them."
            )
    return [sources_of(catalogue, files) for catalogue in catalogues]


def catalogue_files(folder: Path) -> dict[str, Path]:
    """Return the catalogues that lie in a folder itself, by name.

    Raises:
        DataError: the folder can't be read.
    """
    files = _files_in(folder, 0) if folder.is_dir() else ()
    catalogues = _plain_ones(file for file in files if _stem_of(file) == CATALOGUE)
    return {plain_name(file): file for file in catalogues}


def choose(names: Iterable[str], products: str | None, folder: Path) -> str:
    """Return the name of the catalogue that is meant; without a name, as the original chooses.

    That is the full one, else the one of 1,000 products, else the only one.

    Raises:
        UnknownNameError: there is none of the name that was given.
        EnvInputError: what was given is no name.
        DataError: none was given, and there are several others.
    """
    known = sorted(names)
    if products is not None:
        if not isinstance(products, str):
            raise EnvInputError(
                f"products is {products!r:.60}; expected the name of a catalogue file: "
                f"{', '.join(known)}."
            )
        wanted = products.removesuffix(_PACKED)
        if wanted not in known:
            raise UnknownNameError(
                f"{unknown_name('catalogue', products, known)} Looked in {str(folder)!r}. "
                "Say which with products=."
            )
        return wanted
    for name in (FULL, SMALL):
        if name in known:
            return name
    if len(known) == 1:
        return known[0]
    raise DataError(
        f"{str(folder)!r} holds several catalogues: {', '.join(known)}. Say which with products=."
    )


def sources_of(catalogue: Path, others: Path | Iterable[Path]) -> Sources:
    """Return the files that go with a catalogue: beside it, else elsewhere.

    Args:
        catalogue: the products.
        others: the folder where the rest is, or files among which it is.

    The attributes of ``items_shuffle_X.json`` are in ``items_ins_v2_X.json`` or, where that is
    missing, in the full ``items_ins_v2.json``.

    Raises:
        DataError: there is no attribute file.
    """
    files = _plain_ones(_files_in(others, 0)) if isinstance(others, Path) else others
    near = sorted(files, key=lambda file: file.parent != catalogue.parent)
    own = plain_name(catalogue).replace(CATALOGUE, ATTRIBUTES, 1)
    attributes = _first(near, own) or _first(near, f"{ATTRIBUTES}.json")
    if attributes is None:
        raise DataError(
            f"{str(catalogue)!r} has no attribute file: expected {own} or {ATTRIBUTES}.json "
            "beside it (or .json.gz). Put it there."
        )
    human = _first(near, f"{HUMAN}.json")
    return Sources(
        catalogue=catalogue,
        attributes=attributes,
        human=human,
        nouns=recorded_files(catalogue.parent),
    )


def _first(files: Iterable[Path], name: str) -> Path | None:
    return next((file for file in files if plain_name(file) == name), None)


def _stem_of(path: Path) -> str | None:
    """Return which of the official files it is by its name, or None."""
    name = plain_name(path)
    if not name.endswith(".json"):
        return None
    stem = name.removesuffix(".json")
    return next((one for one in (CATALOGUE, ATTRIBUTES, HUMAN) if _is_named(stem, one)), None)


def _is_named(stem: str, official: str) -> bool:
    return stem == official or stem.startswith(f"{official}_")


def _plain_ones(files: Iterable[Path]) -> list[Path]:
    """Return the files in order, without the compressed ones that are there plain too."""
    there = set(files)
    return [
        file
        for file in sorted(there)
        if file.suffix != _PACKED or file.with_name(plain_name(file)) not in there
    ]


def _files_in(folder: Path, deeper: int) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            there = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise DataError(f"{str(folder)!r} can't be read: {error.strerror}.") from error
    for entry in there:
        if entry.is_file():
            yield folder / entry.name
        elif deeper and entry.is_dir(follow_symlinks=False):
            yield from _files_in(folder / entry.name, deeper - 1)

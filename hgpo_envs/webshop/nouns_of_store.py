"""The nouns that a store judges with: its own, found anew, or recorded."""

import os
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.built import store_cache
from hgpo_envs.webshop.layout import NOUNS
from hgpo_envs.webshop.nouns import (
    NounTable,
    choose_finder,
    open_table,
    read_recorded,
    recorded_files,
)
from hgpo_envs.webshop.nouns.finder import KINDS, SPACY

GivenNouns: TypeAlias = str | os.PathLike[str] | None
"""``"rule"``, ``"spacy"``, a path of recorded lists, or None for the store's own."""


class StoreNouns:
    """The nouns of titles, and what tells them from others.

    Args:
        table: finds them.
        version: what decides which are found.
    """

    def __init__(self, table: NounTable, version: str) -> None:
        self._table = table
        self.version = version

    def __call__(self, title: str) -> tuple[str, ...]:
        """Return the nouns of a title in lower case, in order, repeated as in the text."""
        return self._table(title)


def nouns_of(folder: Path, finder_name: str, given: GivenNouns = None) -> StoreNouns:
    """Return what a store judges with.

    What spaCy finds in titles that are met later is kept for all stores.

    Args:
        folder: the store's.
        finder_name: what found the store's own nouns.
        given: a kind of finder, a path of recorded lists, or None for the store's own.

    Raises:
        DataError: the lists are missing or damaged.
        MissingPackageError: they are to be found with spaCy, which isn't installed.
        UnknownNameError: they were found with another version of what is installed.
    """
    if given is None:
        kept = store_cache() / "nouns" if finder_name.startswith(SPACY) else None
        return StoreNouns(open_table(folder / NOUNS, kept), _digest(folder / NOUNS))
    if given in KINDS:
        finder = choose_finder(str(given))
        return StoreNouns(NounTable({}, finder), finder.name)
    files = _lists(Path(given).expanduser())
    finder = choose_finder()
    digests = "".join(map(_digest, files))
    version = sha256(f"{finder.name} {digests}".encode()).hexdigest()
    return StoreNouns(NounTable(read_recorded(files), finder), version)


def _lists(path: Path) -> tuple[Path, ...]:
    files = recorded_files(path) if path.is_dir() else (path,)
    if not files or not path.exists():
        raise DataError(
            f"nouns is {str(path)!r}, and there is no list of nouns. Expected "
            f"{', '.join(KINDS)}, a file title_nouns*.jsonl (or .jsonl.gz), or a folder that has "
            "some."
        )
    return files


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()

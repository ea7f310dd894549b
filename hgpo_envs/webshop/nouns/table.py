"""Nouns that were found once and are kept: with a store, and beside it for titles met later.

Both files are lines of JSON, ``[title, [noun, ...]]``, as are recorded lists; the first line of a
store's own says how they were found.
"""

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.nouns.finder import Finder, choose_finder

RECORDED = "title_nouns"
"""Begins the names of files of recorded lists: ``title_nouns_1k.jsonl.gz``."""


class NounTable:
    """The nouns of titles: those that are known, and of others as they are found.

    Args:
        known: nouns by title.
        finder: finds those of other titles.
        kept: a file that keeps what a slow finder finds, for later and for other processes;
            None, or one that can't be written to, keeps nothing.

    Attributes:
        finder: as given.
    """

    def __init__(
        self, known: Mapping[str, tuple[str, ...]], finder: Finder, kept: Path | None = None
    ) -> None:
        self.finder = finder
        self._kept = kept if finder.slow else None
        self._known = dict(known)
        if self._kept is not None:
            for title, nouns in _whole_lines(self._kept):
                self._known.setdefault(title, nouns)

    def __call__(self, title: str) -> tuple[str, ...]:
        """Return the nouns of a title in lower case, in order, repeated as in the text."""
        nouns = self._known.get(title)
        if nouns is None:
            nouns = self.finder(title)
            if self.finder.slow:
                self._keep(title, nouns)
        return nouns

    def __len__(self) -> int:
        return len(self._known)

    def _keep(self, title: str, nouns: tuple[str, ...]) -> None:
        self._known[title] = nouns
        if self._kept is not None:
            _append(self._kept, _line([title, nouns]))


def recorded_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of recorded lists in a folder, in order."""
    patterns = (f"{RECORDED}*.jsonl", f"{RECORDED}*.jsonl.gz")
    return tuple(sorted(file for pattern in patterns for file in folder.glob(pattern)))


def read_recorded(paths: Iterable[Path]) -> dict[str, tuple[str, ...]]:
    """Return recorded nouns by title.

    Raises:
        DataError: a file can't be read, or is damaged.
    """
    return {title: nouns for path in paths for title, nouns in _entries(path, header=False)}


def write_table(
    path: Path,
    titles: Iterable[str],
    finder: Finder,
    recorded: Mapping[str, tuple[str, ...]] | None = None,
) -> int:
    """Write the nouns of titles: those that are known, and those that a slow finder finds.

    Args:
        path: the file; it is replaced.
        titles: to find nouns of, unless the finder is quick; those that come again are passed
            over.
        finder: finds them.
        recorded: nouns that are known; all of them are written.

    Returns:
        How many titles were written.

    Raises:
        OSError: there is no room, or no permission.
    """
    known = dict(recorded or {})
    head = {"finder": finder.name, "recorded": len(known)}
    with path.open("wb") as file:
        file.write(_line(head))
        for title, nouns in known.items():
            file.write(_line([title, nouns]))
        for title in titles if finder.slow else ():
            if title not in known:
                known[title] = finder(title)
                file.write(_line([title, known[title]]))
    return len(known)


def open_table(path: Path, kept_in: Path | None = None) -> NounTable:
    """Open what ``write_table`` wrote.

    Args:
        path: the file.
        kept_in: a folder in which nouns of other titles are kept, one file for each finder.

    Raises:
        DataError: the file can't be read, or is damaged.
        MissingPackageError: the nouns were found with spaCy, which isn't installed here.
        UnknownNameError: they were found with another version of what is installed here.
    """
    finder = choose_finder(_finder_of(path))
    known = dict(_entries(path, header=True))
    kept = None
    if kept_in is not None:
        kept = kept_in / f"{RECORDED}-{finder.name.replace(' ', '-')}.jsonl"
    return NounTable(known, finder, kept)


def _finder_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return str(json.loads(file.readline())["finder"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise _damaged(path, error) from error


def _entries(path: Path, *, header: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            if header:
                file.readline()
            yield from map(_entry, file)
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise _damaged(path, error) from error


def _entry(line: bytes) -> tuple[str, tuple[str, ...]]:
    title, nouns = json.loads(line)
    if not isinstance(title, str) or not all(isinstance(noun, str) for noun in nouns):
        raise ValueError(f"{line[:60]!r} is no title with its nouns")
    return title, tuple(nouns)


def _whole_lines(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Read what was kept; lines that were not written whole, or are no entries, are left out."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield _entry(line)
        except (ValueError, TypeError):
            continue


def _append(path: Path, line: bytes) -> None:
    """Add a line in one write, so that lines of many processes don't mix."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    except OSError:
        return
    try:
        os.write(number, line)
    except OSError:
        return
    finally:
        os.close(number)


def _line(record: object) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _damaged(path: Path, error: Exception) -> DataError:
    return DataError(
        f"{str(path)!r}, nouns of titles, can't be read: {error}. Get the file again, or build "
        "the store again with `hgpo data import`."
    )

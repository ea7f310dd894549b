"""List the games of a split; what their files said is kept, so that only new files are read."""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hgpo_envs.alfworld.data.game_file import is_solvable
from hgpo_envs.alfworld.data.index_file import Mark, Stamp, index_places, load_index, save_index
from hgpo_envs.alfworld.data.layout import GAME
from hgpo_envs.errors import GameFileError

SETTLED_NS = 2_000_000_000
"""A file that is younger than this when it is read is read again the next time: it could still be
changed without another size or time."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of a split.

    Attributes:
        task: its id, ``TASK_FOLDER/TRIAL_FOLDER``.
        solvable: what its file says.
        problem: why its file can't be used, or empty.
    """

    task: str
    solvable: bool
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The games of a split and what became of their index.

    Attributes:
        games: sorted by task id.
        index: the file that keeps the marks, or None where nothing can be written.
        read: how many game files had to be opened.
    """

    games: tuple[GameEntry, ...]
    index: Path | None
    read: int


def list_split(folder: Path) -> Listing:
    """List a split's games, opening only the files that the index does not know as they are.

    A game counts as known if size, time of writing and time of change of its file are those of the
    index. An index that is missing, damaged or can't be written costs time and nothing else.

    Args:
        folder: ``json_2.1.1/SPLIT``.

    Raises:
        OSError: the folder can't be listed.
    """
    places = index_places(folder)
    place, known = load_index(places)
    found = _stamps(folder)
    games, marks, read = _read(folder, found, known)
    if place is None or marks != known:
        place = save_index(places, marks)
    return Listing(games=tuple(games), index=place, read=read)


def _read(
    folder: Path, found: Mapping[str, Stamp], known: Mapping[str, Mark]
) -> tuple[list[GameEntry], dict[str, Mark], int]:
    """Return the games, the marks to keep, and the number of files that were opened."""
    games: list[GameEntry] = []
    marks: dict[str, Mark] = {}
    read = 0
    settled = time.time_ns() - SETTLED_NS
    for task in sorted(found):
        stamp = found[task]
        mark = known.get(task)
        if mark is None or mark[:3] != stamp:
            read += 1
            entry = _entry(folder, task)
            mark = (*stamp, entry.solvable)
            games.append(entry)
            if entry.problem or max(stamp[1:]) > settled:
                continue
        else:
            games.append(GameEntry(task, mark[3]))
        marks[task] = mark
    return games, marks, read


def _entry(folder: Path, task: str) -> GameEntry:
    try:
        return GameEntry(task, is_solvable(folder / task / GAME))
    except GameFileError as error:
        return GameEntry(task, solvable=False, problem=str(error))


def _stamps(folder: Path) -> dict[str, Stamp]:
    """Return size and times of every game file below a split, by task id."""
    found: dict[str, Stamp] = {}
    for task in _folders(folder):
        for trial in os.listdir(f"{folder}/{task}"):
            try:
                status = os.stat(f"{folder}/{task}/{trial}/{GAME}")
            except (FileNotFoundError, NotADirectoryError):
                continue
            found[f"{task}/{trial}"] = (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return found


def _folders(folder: Path) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries if entry.is_dir()]

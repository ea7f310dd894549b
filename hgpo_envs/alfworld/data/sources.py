"""What a folder or an archive holds of the data set: its files, one after the other."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hgpo_envs.alfworld.data.layout import GAME, TRAJECTORY, WHOLE
from hgpo_envs.errors import DataError

LARGEST = {GAME: 32 << 20, TRAJECTORY: 128 << 20}
"""Bytes that a file may have; official ones stay far below."""

DEEPEST = 6
"""Folders between the given one and a split's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A file of the data set within a source.

    Attributes:
        split: official split.
        task: task id, ``TASK_FOLDER/TRIAL_FOLDER``.
        name: ``game.tw-pddl`` or ``traj_data.json``.
        where: what messages call it.
        done: how much of the source was passed, from 0 to 1.
        read: gives its content, until the next member is asked for.
    """

    split: str
    task: str
    name: str
    where: str
    done: float
    read: Callable[[], bytes]

    @property
    def path(self) -> str:
        """Where the file belongs, below ``json_2.1.1``."""
        return f"{self.split}/{self.task}/{self.name}"


def place_of(parts: Sequence[str]) -> tuple[str, str, str] | None:
    """Return split, task id and file name that a path's last parts say, or None.

    Example:
        >>> place_of("a/json_2.1.1/train/T-1/trial_2/game.tw-pddl".split("/"))
        ('train', 'T-1/trial_2', 'game.tw-pddl')
    """
    if len(parts) < 4 or parts[-1] not in LARGEST or parts[-4] not in WHOLE:
        return None
    split, task, trial, name = parts[-4:]
    return split, f"{task}/{trial}", name


def folder_members(folder: Path) -> Iterator[Member]:
    """Find the data set's files in a folder, which may be any one from a game's upwards.

    Raises:
        DataError: a file is too large, or can't be read.
    """
    found = sorted(_files(folder.absolute()))
    for number, path in enumerate(found):
        place = place_of(path.parts)
        if place is not None:
            split, task, name = place
            yield Member(
                split=split,
                task=task,
                name=name,
                where=str(path),
                done=number / len(found),
                read=lambda path=path: _read(path),  # type: ignore[misc]
            )


def split_folders(folder: Path) -> dict[str, Path]:
    """Return the official splits' folders in a folder, by split.

    Raises:
        DataError: one split is there twice.
    """
    found: dict[str, Path] = {}
    for path in sorted({file.parents[2] for file in _files(folder.absolute())}):
        other = found.setdefault(path.name, path)
        if other != path:
            raise DataError(
                f"{str(folder)!r} holds split {path.name!r} twice: {str(other)!r} and "
                f"{str(path)!r}. Name one of them."
            )
    return found


def _files(folder: Path) -> Iterator[Path]:
    """Find game and annotation files, in or below a folder that may lie within a split."""
    inside = [above.name in WHOLE for above in (folder, *folder.parents[:2])]
    if any(inside):
        yield from _files_below(folder, levels=2 - inside.index(True))
        return
    layer = [folder]
    for _ in range(DEEPEST):
        below = [path for above in layer for path in _folders(above)]
        for split in below:
            if split.name in WHOLE:
                yield from _files_below(split, levels=2)
        layer = [path for path in below if path.name not in WHOLE]


def _files_below(folder: Path, levels: int) -> Iterator[Path]:
    """Find the files that lie so many folders below one."""
    layer = [folder]
    for _ in range(levels):
        layer = [path for above in layer for path in _folders(above)]
    for trial in layer:
        yield from (trial / name for name in LARGEST if (trial / name).is_file())


def _folders(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        return [folder / entry.name for entry in entries if entry.is_dir()]


def _read(path: Path) -> bytes:
    largest = LARGEST[path.name]
    try:
        if path.stat().st_size > largest:
            raise too_large(str(path), largest)
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{str(path)!r} can't be read: {error.strerror}.") from error


def too_large(where: str, largest: int) -> DataError:
    """Return the error about a file that can't be one of the data set."""
    return DataError(
        f"{where} has more than {largest >> 20} MiB, which no file of the data set has. "
        "Remove it, or get the data again."
    )

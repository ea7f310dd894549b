"""List the games of a split; what their files say is kept, so that only new files are read."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hgpo_envs.alfworld.data.game_file import is_solvable
from hgpo_envs.alfworld.data.layout import GAME


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of a split.

    Attributes:
        task: its id, ``TASK_FOLDER/TRIAL_FOLDER``.
        solvable: what its file says.
    """

    task: str
    solvable: bool


def read_split(folder: Path) -> tuple[GameEntry, ...]:
    """List a split's games, sorted by task id.

    Raises:
        GameFileError: a game file can't be read.
    """
    found = (GameEntry(task, is_solvable(folder / task / GAME)) for task in _tasks(folder))
    return tuple(sorted(found, key=lambda entry: entry.task))


def _tasks(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        tasks = [entry.name for entry in entries if entry.is_dir()]
    for task in tasks:
        for trial in os.listdir(folder / task):
            if os.path.isfile(f"{folder}/{task}/{trial}/{GAME}"):
                yield f"{task}/{trial}"

"""Game files that a caller names one by one."""

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from hgpo_envs.alfworld.data.layout import GAME
from hgpo_envs.errors import DataError, EnvInputError
from hgpo_envs.panel import TaskPanel


class GivenFile(NamedTuple):
    """A given game: its task id, its file, and when that was written (nanoseconds)."""

    task: str
    path: Path
    stamp: int


def given_files(games: Sequence[str | os.PathLike[str]]) -> tuple[GivenFile, ...]:
    """Find the files of given games; the task id is the file's name, or its folder's.

    Raises:
        EnvInputError: it is no list of paths, or two games would have one task id.
        DataError: there is no such file.
    """
    if isinstance(games, (str, os.PathLike)) or not games:
        raise EnvInputError(f"games is {games!r}; expected a list of game files or folders.")
    paths: dict[str, Path] = {}
    for given in games:
        if not isinstance(given, (str, os.PathLike)):
            raise EnvInputError(f"a game is {given!r}; expected the path of a file or folder.")
        path = Path(os.path.abspath(given))
        task = path.parent.name if path.name == GAME else path.name
        if path.is_dir():
            path = path / GAME
        if not path.is_file():
            raise DataError(f"there is no game file {str(path)!r}.")
        if task in paths:
            raise EnvInputError(
                f"two of the given games would have the task id {task!r}: {str(paths[task])!r} "
                f"and {str(path)!r}. Give files or folders with different names."
            )
        paths[task] = path
    return tuple(GivenFile(task, path, path.stat().st_mtime_ns) for task, path in paths.items())


def given_panel(env_id: str, files: Sequence[GivenFile]) -> TaskPanel:
    """Return the panel of given files; their contents are its version."""
    digest = sha256()
    for given in files:
        digest.update(sha256(given.path.read_bytes()).digest())
    return TaskPanel(
        env_id=env_id,
        split="given",
        version=f"files/{digest.hexdigest()[:16]}",
        ids=tuple(given.task for given in files),
    )

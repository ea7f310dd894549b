"""Where an environment's games come from: generated, official, or given files."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.engine import Game, load_game, read_game
from hgpo_envs.alfworld.official import GAME, VERSION, data_root, official_panel
from hgpo_envs.errors import DataError, EnvInputError
from hgpo_envs.panel import TaskPanel

#: Compiled games that one process keeps; an official one takes some hundred kilobytes.
KEPT_GAMES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLibrary:
    """A panel of games and the way to load each.

    Attributes:
        panel: the tasks.
        load: gives the compiled game of a task id of the panel.
    """

    panel: TaskPanel
    load: Callable[[str], Game]


def open_library(
    env_id: str,
    split: str,
    *,
    data: str | os.PathLike[str] | None = None,
    games: Sequence[str | os.PathLike[str]] | None = None,
    difficulty: str | None = None,
) -> GameLibrary:
    """Open the games of a split, or the given game files.

    Raises:
        EnvInputError: options that exclude each other.
        DataError: data that is missing or damaged.
        UnknownNameError: an unknown difficulty.
    """
    if games is not None:
        _refuse("games", data=data, difficulty=difficulty)
        return _given(env_id, games)
    if split in generate.SPLITS:
        _refuse(f"the generated split {split!r}", data=data)
        return _generated(env_id, split, difficulty or generate.DEFAULT_DIFFICULTY)
    _refuse(f"the official split {split!r}", difficulty=difficulty)
    return _official(env_id, split, data_root(data))


def _refuse(chosen: str, **others: object) -> None:
    for name, value in others.items():
        if value is not None:
            raise EnvInputError(f"{chosen} takes no option {name!r}, but {value!r} was given.")


@lru_cache(maxsize=16)
def _generated(env_id: str, split: str, difficulty: str) -> GameLibrary:
    ids = generate.task_ids(split, difficulty)
    panel = TaskPanel(
        env_id=env_id,
        split=split,
        version=f"{generate.GENERATOR_VERSION}/{difficulty}",
        ids=ids,
        kinds=tuple(generate.task_type(task) for task in ids),
    )
    return GameLibrary(panel=panel, load=lambda task: _generate(task, difficulty))


@lru_cache(maxsize=16)
def _official(env_id: str, split: str, root: Path) -> GameLibrary:
    folder = root / VERSION / split
    panel = official_panel(env_id, split, root)
    return GameLibrary(panel=panel, load=lambda task: _load_file(folder / task / GAME))


def _given(env_id: str, games: Sequence[str | os.PathLike[str]]) -> GameLibrary:
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
    stamps = tuple((task, path, path.stat().st_mtime_ns) for task, path in paths.items())
    return _files(env_id, stamps)


@lru_cache(maxsize=16)
def _files(env_id: str, stamps: tuple[tuple[str, Path, int], ...]) -> GameLibrary:
    """Read given files; their contents are the version, so that other games are other tasks."""
    digest = sha256()
    for _, path, stamp in stamps:
        _load_given(path, stamp)
        digest.update(sha256(path.read_bytes()).digest())
    panel = TaskPanel(
        env_id=env_id,
        split="given",
        version=f"files/{digest.hexdigest()[:16]}",
        ids=tuple(task for task, _, _ in stamps),
    )
    found = {task: (path, stamp) for task, path, stamp in stamps}
    return GameLibrary(panel=panel, load=lambda task: _load_given(*found[task]))


@lru_cache(maxsize=KEPT_GAMES)
def _load_given(path: Path, stamp: int) -> Game:
    """Load a file; one that was written again has another time ``stamp`` and is read again."""
    return load_game(path)


@lru_cache(maxsize=KEPT_GAMES)
def _load_file(path: Path) -> Game:
    return load_game(path)


@lru_cache(maxsize=KEPT_GAMES)
def _generate(task: str, difficulty: str) -> Game:
    return read_game(generate.game(task, difficulty), name=task)

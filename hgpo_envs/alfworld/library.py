"""Where an environment's games come from: generated, official, or given files."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias, cast

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.data.filters import resolve_filters
from hgpo_envs.alfworld.data.game_file import read_content
from hgpo_envs.alfworld.data.given import GivenFile, given_files, given_panel
from hgpo_envs.alfworld.data.human_goals import require_annotations
from hgpo_envs.alfworld.data.layout import GAME, VERSION
from hgpo_envs.alfworld.data.root import data_root
from hgpo_envs.alfworld.data.task_types import only_types, resolve_types
from hgpo_envs.alfworld.engines import AnyGame, EngineName, resolve_engine
from hgpo_envs.alfworld.kept_games import (
    load_file,
    load_generated,
    load_in_human_words,
    read_in_human_words,
)
from hgpo_envs.alfworld.official import forget_listed_games, official_panel
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.suggest import unknown_name

_FAMILIES: Mapping[str, str] = {
    "ALFWorldThree-v0": "three",
    "ALFWorldTwoStage-v0": "two-stage",
    "ALFWorldRooms-v0": "rooms",
}
"""The families of generated games that have an environment id of their own."""

GOALS = ("template", "human")

GameData: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLibrary:
    """A panel of games and the ways to get at each.

    Attributes:
        panel: the tasks.
        read: gives the content of a task's game file: ``pddl_domain``, ``grammar`` and
            ``pddl_problem``, with the goal in the words that were chosen.
        load: gives the compiled game of a task.
        file: gives the game file that holds exactly this content, or None where there is none
            (generated games, goals in other words than the file's).
    """

    panel: TaskPanel
    read: Callable[[str], GameData]
    load: Callable[[str], AnyGame]
    file: Callable[[str], Path | None]


def open_library(
    env_id: str,
    split: str,
    *,
    data: str | os.PathLike[str] | None = None,
    games: Sequence[str | os.PathLike[str]] | None = None,
    difficulty: generate.GivenDifficulty = None,
    task_types: object = None,
    filters: object = None,
    goal: str = "template",
    goal_seed: int | None = None,
    engine: str = "auto",
) -> GameLibrary:
    """Open the games of a split, or the given game files.

    Args:
        env_id: the environment that the panel belongs to.
        split: a generated or official split; not looked at where ``games`` is given.
        data: folder that holds ``json_2.1.1``; None takes what ``data_root`` says.
        games: game files or folders.
        difficulty: level of generated games, or knobs and their values.
        task_types: names or numbers of the types to keep; None keeps all.
        filters: what keeps official games out; None takes the official filters.
        goal: ``"template"``, or ``"human"`` for goals in the annotators' words.
        goal_seed: chooses among a game's human-written goals; None is 0.
        engine: what plays them, as ``engines`` names it.

    Raises:
        EnvInputError: options that exclude each other or have no meaning.
        DataError: data that is missing or damaged.
        UnknownNameError: an unknown difficulty, task type, filter, kind of goal or engine.
        MissingPackageError: the engine is not installed.
    """
    seed, on = _goal_seed(goal, goal_seed), resolve_engine(engine)
    if games is not None:
        _refuse("games", data=data, difficulty=difficulty, filters=filters, task_types=task_types)
        library = _given(env_id, given_files(games), on)
    elif split in generate.SPLITS:
        human = None if seed is None else goal
        _refuse(f"the generated split {split!r}", data=data, filters=filters, goal=human)
        series = generate.series(difficulty, family=_FAMILIES.get(env_id, "household"))
        library = _generated(env_id, split, series, on)
    else:
        _refuse(f"the official split {split!r}", difficulty=difficulty)
        library = _official(env_id, split, data_root(data), resolve_filters(filters), on)
    if task_types is not None:
        library = _of_types(library, resolve_types(task_types, library.panel.kinds))
    return library if seed is None else _in_human_words(library, seed, on)


def _refuse(chosen: str, **others: object) -> None:
    for name, value in others.items():
        if value is not None:
            raise EnvInputError(f"{chosen} takes no option {name!r}, but {value!r} was given.")


def _goal_seed(goal: str, seed: object) -> int | None:
    """Return the seed of human-written goals, or None for templated ones."""
    if goal not in GOALS:
        raise UnknownNameError(unknown_name("goal", str(goal), GOALS))
    if goal == "template":
        _refuse('goal="template"', goal_seed=seed)
        return None
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise EnvInputError(f"goal_seed is {seed!r}; expected a whole number.")
    return seed or 0


@lru_cache(maxsize=16)
def _generated(env_id: str, split: str, series: generate.Series, engine: EngineName) -> GameLibrary:
    ids = series.task_ids(split)
    panel = TaskPanel(
        env_id=env_id,
        split=split,
        version=series.version,
        ids=ids,
        kinds=tuple(generate.task_type(task) for task in ids),
    )
    return GameLibrary(
        panel=panel,
        read=series.game,
        load=partial(load_generated, series=series, engine=engine),
        file=lambda task: None,
    )


@lru_cache(maxsize=16)
def _official(
    env_id: str, split: str, root: Path, filters: tuple[str, ...], engine: EngineName
) -> GameLibrary:
    folder = root / VERSION / split
    panel = official_panel(env_id, split, root, filters=filters)
    return _on_disk(panel, lambda task: folder / task / GAME, engine)


@lru_cache(maxsize=16)
def _given(env_id: str, files: tuple[GivenFile, ...], engine: EngineName) -> GameLibrary:
    for given in files:
        load_file(given.path, given.stamp, engine=engine)
    found = {given.task: given for given in files}
    return GameLibrary(
        panel=given_panel(env_id, files),
        read=lambda task: read_content(found[task].path),
        load=lambda task: load_file(found[task].path, found[task].stamp, engine=engine),
        file=lambda task: found[task].path,
    )


def _on_disk(panel: TaskPanel, file: Callable[[str], Path], engine: EngineName) -> GameLibrary:
    return GameLibrary(
        panel=panel,
        read=lambda task: read_content(file(task)),
        load=lambda task: load_file(file(task), engine=engine),
        file=file,
    )


@lru_cache(maxsize=64)
def _of_types(library: GameLibrary, types: tuple[str, ...]) -> GameLibrary:
    panel = only_types(library.panel, types)
    return library if panel is library.panel else replace(library, panel=panel)


@lru_cache(maxsize=16)
def _in_human_words(library: GameLibrary, seed: int, engine: EngineName) -> GameLibrary:
    panel = library.panel
    paths = {task: cast(Path, library.file(task)) for task in panel.ids}
    require_annotations(paths)
    return GameLibrary(
        panel=replace(panel, version=f"{panel.version}/goal=human,seed={seed}"),
        read=lambda task: read_in_human_words(paths[task], task, seed),
        load=lambda task: load_in_human_words(paths[task], task, seed, engine),
        file=lambda task: None,
    )


def forget_games() -> None:
    """Look at the official games anew when they are next asked for, as after an import."""
    forget_listed_games()
    for cache in (_official, _in_human_words, load_file, load_in_human_words):
        cache.cache_clear()

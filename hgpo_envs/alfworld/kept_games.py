"""Compiled games that a process keeps, by where they come from."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from hgpo_envs.alfworld import generate
from hgpo_envs.alfworld.data.game_file import read_content
from hgpo_envs.alfworld.data.human_goals import human_goal, with_goal
from hgpo_envs.alfworld.data.layout import TRAJECTORY
from hgpo_envs.alfworld.engines import AnyGame, EngineName, load_with, read_with

KEPT_GAMES = 1024
"""Games of each kind; an official one takes some hundred kilobytes."""


@lru_cache(maxsize=KEPT_GAMES)
def load_file(path: Path, stamp: int = 0, *, engine: EngineName) -> AnyGame:
    """Load a game file; a given one that was written again has another time ``stamp``."""
    return load_with(engine, path)


@lru_cache(maxsize=KEPT_GAMES)
def load_generated(task: str, series: generate.Series, engine: EngineName) -> AnyGame:
    """Load the generated game of a task id."""
    return read_with(engine, series.game(task), name=task)


@lru_cache(maxsize=KEPT_GAMES)
def load_in_human_words(path: Path, task: str, seed: int, engine: EngineName) -> AnyGame:
    """Load a game file with its goal in an annotator's words."""
    return read_with(engine, read_in_human_words(path, task, seed), name=str(path))


def read_in_human_words(path: Path, task: str, seed: int) -> Mapping[str, object]:
    """Return the content of a game file with its goal in an annotator's words.

    Raises:
        DataError: the game has no annotation, or its grammar can't take another goal.
    """
    goal = human_goal(path.parent / TRAJECTORY, task, seed)
    return with_goal(read_content(path), goal, name=str(path))

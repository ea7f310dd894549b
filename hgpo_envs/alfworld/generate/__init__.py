"""Generated ALFWorld games: seeded, versioned, in the official file format, no data needed."""

from hgpo_envs.alfworld.generate.difficulty import DEFAULT_DIFFICULTY, LEVELS, Dialect, Difficulty
from hgpo_envs.alfworld.generate.goals import TASK_TYPES
from hgpo_envs.alfworld.generate.panel import (
    GENERATOR_VERSION,
    SPLITS,
    game,
    task_ids,
    task_type,
)

__all__ = [
    "DEFAULT_DIFFICULTY",
    "GENERATOR_VERSION",
    "LEVELS",
    "SPLITS",
    "TASK_TYPES",
    "Dialect",
    "Difficulty",
    "game",
    "task_ids",
    "task_type",
]

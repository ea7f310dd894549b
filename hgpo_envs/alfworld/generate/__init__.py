"""Generated ALFWorld games: seeded, versioned, in the official file format, no data needed."""

from hgpo_envs.alfworld.generate.difficulty import (
    EASY,
    LEVELS,
    STANDARD,
    Dialect,
    Difficulty,
    level,
)
from hgpo_envs.alfworld.generate.goals import TASK_TYPES
from hgpo_envs.alfworld.generate.panel import (
    GENERATOR_VERSION,
    SPLITS,
    game,
    task_ids,
    task_type,
)

__all__ = [
    "EASY",
    "GENERATOR_VERSION",
    "LEVELS",
    "SPLITS",
    "STANDARD",
    "TASK_TYPES",
    "Dialect",
    "Difficulty",
    "game",
    "level",
    "task_ids",
    "task_type",
]

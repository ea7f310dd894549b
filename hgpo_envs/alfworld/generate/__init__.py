"""Generated ALFWorld games: seeded, versioned, in the official file format, no data needed."""

from hgpo_envs.alfworld.generate.catalogue import (
    DEFAULT_DIFFICULTY,
    LEVELS,
    GivenDifficulty,
    Series,
    game,
    series,
    task_ids,
)
from hgpo_envs.alfworld.generate.dialects import Dialect
from hgpo_envs.alfworld.generate.first.goals import TASK_TYPES
from hgpo_envs.alfworld.generate.first.panel import VERSION as GENERATOR_VERSION
from hgpo_envs.alfworld.generate.measured.families import FAMILIES
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.splits import SIZES as SPLITS
from hgpo_envs.alfworld.generate.task_types import task_type
from hgpo_envs.alfworld.generate.writing import write_games

__all__ = [
    "DEFAULT_DIFFICULTY",
    "FAMILIES",
    "GENERATOR_VERSION",
    "LEVELS",
    "SPLITS",
    "TASK_TYPES",
    "Dialect",
    "Difficulty",
    "GivenDifficulty",
    "Series",
    "game",
    "series",
    "task_ids",
    "task_type",
    "write_games",
]

"""A generated shop: seeded, versioned, in the official formats, with goals; no data needed."""

from hgpo_envs.webshop.generate.difficulty import (
    DEFAULT,
    LEVELS,
    Difficulty,
    GivenDifficulty,
)
from hgpo_envs.webshop.generate.goals import goals, human
from hgpo_envs.webshop.generate.series import (
    DEFAULT_PRODUCTS,
    VERSION,
    Entries,
    Series,
    entries,
    records,
    series,
)
from hgpo_envs.webshop.generate.writing import write_shop

__all__ = [
    "DEFAULT",
    "DEFAULT_PRODUCTS",
    "LEVELS",
    "VERSION",
    "Difficulty",
    "Entries",
    "GivenDifficulty",
    "Series",
    "entries",
    "goals",
    "human",
    "records",
    "series",
    "write_shop",
]

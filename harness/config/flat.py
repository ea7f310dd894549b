"""A configuration as one table of full names and plain values."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

from harness.config.schema import BaseConfig, Scalar
from harness.run.journal import canonical

SILENT = frozenset({"env.template", "evaluation.remember", "run.env_ray", "run.env_workers"})
"""Settings that are told only where somebody made them: tables of before don't have them."""


def flat_settings(config: BaseConfig) -> dict[str, Scalar]:
    """Return every setting under its full name; a list is written as JSON."""
    told = flat(asdict(config))
    return {name: value for name, value in told.items() if value is not None or name not in SILENT}


def flat(nested: Mapping[str, object], prefix: str = "") -> dict[str, Scalar]:
    """Return a nested table as one of dotted names.

    Example:
        >>> flat({"env": {"id": "Maze-v0", "sizes": [3, 4]}})
        {'env.id': 'Maze-v0', 'env.sizes': '[3,4]'}
    """
    found: dict[str, Scalar] = {}
    for name, item in nested.items():
        if isinstance(item, Mapping):
            found.update(flat(item, f"{prefix}{name}."))
        elif isinstance(item, list | tuple):
            found[prefix + name] = canonical(item)
        else:
            found[prefix + name] = cast("Scalar", item)
    return found

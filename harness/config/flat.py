"""A configuration as one table of full names and plain values, without the paths of a machine."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import cast

from harness.config.schema import BaseConfig, Scalar
from harness.run.journal import canonical
from hgpo_envs.context import is_template_file, memory_sources, open_template

SILENT = frozenset(
    {
        "budget.energy_joules",
        "budget.money",
        "env.template",
        "evaluation.remember",
        "first_seed",
        "run.cpus",
        "run.env_ray",
        "run.env_workers",
        "run.gpus",
        "run.launcher",
        "run.memory_gb",
        "run.ray",
    }
)
"""Settings that are told only where somebody made them: tables of before don't have them."""

SILENT_SECTIONS = ("prices.", "model.", "backend.")
"""Sections whose settings are likewise told only where somebody made them."""

KEEPING = "run.keep_"
"""Beginning of settings of what a run keeps of itself: nobody else's business."""

UNTOLD = ("agent.run", "env.memory.sources.", "env.options.data", "run.", "seed")
"""Beginnings of settings that say where something lies or where it is worked on, and change no
result; sources, which have a place of their own; and the seed, of which an entry has several."""


def flat_settings(config: BaseConfig) -> dict[str, Scalar]:
    """Return every setting under its full name; a list is written as JSON.

    A template's file is told by its content's hash, code in a memory by its source's, and a path
    among the environment's options by its last part: tables are for others to read.
    """
    env = config.env
    nested = asdict(config)
    nested["env"]["options"] = {name: told_option(value) for name, value in env.options.items()}
    if env.template is not None:
        nested["env"]["template"] = told_template(env.template)
    if sources := memory_sources({"kind": env.memory.kind, **env.memory.options}):
        nested["env"]["memory"]["sources"] = sources
    told = flat(nested)
    return {name: value for name, value in told.items() if not _is_untold(name, value)}


def _is_untold(name: str, value: Scalar) -> bool:
    if name.startswith(KEEPING):
        return True
    if value is None or value == "":  # nobody made the setting
        return name in SILENT or name.startswith(SILENT_SECTIONS)
    return False


def told_options(config: BaseConfig) -> dict[str, str]:
    """Return what an entry tells of an environment's options; where its data lies is none."""
    options = config.env.options.items()
    return {name: canonical(told_option(value)) for name, value in options if name != "data"}


def told_settings(config: BaseConfig) -> dict[str, Scalar]:
    """Return what an entry tells of a configuration."""
    told = flat_settings(config)
    return {name: value for name, value in told.items() if not name.startswith(UNTOLD)}


def told_template(name: str) -> str:
    """Tell a template: a shipped one or a package's by its name, a file by its content's hash."""
    if not is_template_file(name):
        return name
    path = Path(name)
    return f"sha256:{open_template(name).hash}" if path.is_file() else path.name


def told_option(value: object) -> object:
    """Tell an option's value; a path among it by its last part.

    Example:
        >>> told_option(["/mnt/games/one.tw-pddl", "~/data", "easy", 3])
        ['one.tw-pddl', 'data', 'easy', 3]
    """
    if isinstance(value, list | tuple):
        return [told_option(one) for one in value]
    if isinstance(value, Mapping):
        return {name: told_option(one) for name, one in value.items()}
    if isinstance(value, str) and value.startswith(("/", "~", "./", "../")):
        return PurePosixPath(value).name
    if isinstance(value, str) and PureWindowsPath(value).is_absolute():
        return PureWindowsPath(value).name
    return value


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

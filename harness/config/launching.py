"""What belongs together among the settings of who trains a comparison's cells."""

import re
from dataclasses import fields

from harness.config.schema import LearnConfig, RunDirConfig, TrainConfig
from harness.errors import ConfigError
from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name

LAUNCHERS = ("processes", "ray")
OF_RAY = ("ray", "cpus", "gpus", "memory_gb")
_ADDRESS = re.compile(r"local|auto|[^\s:/]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")


def check_launch(config: LearnConfig) -> None:
    """Check the launcher, the cluster's address and what a cell reserves.

    Raises:
        ConfigError: values that can't be, or don't go together.
        UnknownNameError: no such launcher.
    """
    run = config.run
    given = [entry.name for entry in fields(run) if entry.name in ("launcher", *OF_RAY)]
    given = [name for name in given if getattr(run, name) is not None]
    if given and isinstance(config, TrainConfig):
        raise ConfigError(
            f"run.{given[0]} is for hgpo compare, which has cells to launch; "
            "leave it out of a single training."
        )
    if run.launcher is not None and run.launcher not in LAUNCHERS:
        raise UnknownNameError(unknown_name("launcher", run.launcher, LAUNCHERS))
    if run.launcher == "ray":
        _check_ray(run)
    elif given := [name for name in given if name != "launcher"]:
        raise ConfigError(
            f"run.{given[0]} is {getattr(run, given[0])!r}, which is for cells on a Ray cluster. "
            "Add launcher=ray, or leave it out."
        )


def _check_ray(run: RunDirConfig) -> None:
    if run.ray is not None and not _ADDRESS.fullmatch(run.ray):
        raise ConfigError(
            f"run.ray is {run.ray!r}; expected local, auto or HOST:PORT, such as 10.0.0.1:6379."
        )
    for name in ("cpus", "gpus"):
        count = getattr(run, name)
        if count is not None and count > 1 and count != int(count):
            raise ConfigError(f"run.{name} is {count!r}; above 1, Ray takes whole numbers only.")
    if run.env_ray is not None:
        raise ConfigError(
            f"run.env_ray is {run.env_ray!r} beside launcher=ray. A cell on a cluster plays in "
            "processes of its node: leave run.env_ray out and reserve CPUs with run.cpus=N."
        )

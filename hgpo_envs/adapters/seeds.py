"""Tasks that are the seeds of a world: the same few hundred for everyone."""

from collections.abc import Mapping, Sequence

from hgpo_envs.errors import EnvInputError
from hgpo_envs.panel import TaskPanel

SPLITS: Mapping[str, range] = {
    "train": range(1_000),
    "valid": range(10_000, 10_100),
    "test": range(20_000, 20_100),
}
"""The seeds of each split; no two splits share one."""


def seed_panel(
    env_id: str, split: str, *, worlds: Sequence[str], version: str, seeds: range | None = None
) -> TaskPanel:
    """Return the panel of some worlds and seeds: ``WORLD/SEED``, seed by seed.

    Args:
        env_id: the environment that they are tasks of.
        split: one of ``SPLITS``.
        worlds: names of worlds, which are also the kinds of the tasks.
        version: what a world and a seed stand for, such as the version of a package.
        seeds: other seeds than the split's.

    Raises:
        EnvInputError: no world is named, or one is named twice.

    Example:
        >>> seed_panel("Maze-v0", "test", worlds=["small", "large"], version="1").ids[:3]
        ('small/20000', 'large/20000', 'small/20001')
    """
    if isinstance(worlds, str) or not worlds or len(set(worlds)) != len(worlds):
        raise EnvInputError(f"{worlds!r} was given; expected a list of different names.")
    chosen = SPLITS[split] if seeds is None else seeds
    return TaskPanel(
        env_id=env_id,
        split=split,
        version=version,
        ids=tuple(f"{world}/{seed}" for seed in chosen for world in worlds),
        kinds=tuple(worlds) * len(chosen),
    )


def world_and_seed(task: str) -> tuple[str, int]:
    """Return the parts of a task's id.

    Example:
        >>> world_and_seed("small/20000")
        ('small', 20000)
    """
    world, _, seed = task.rpartition("/")
    return world, int(seed)

"""The goals of a shop as panels of tasks."""

from collections.abc import Mapping, Sequence

from hgpo_envs.errors import DataError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.goals.goal import Goal

SPLITS: Mapping[str, tuple[int, int | None]] = {
    "test": (0, 500),
    "dev": (500, 1500),
    "train": (1500, None),
}
"""First goal of each split in the official order, and the one after its last."""


def panel_of(env_id: str, split: str, goals: Sequence[Goal], version: str) -> TaskPanel:
    """Return the panel of a split; one with fewer goals than the split has is marked partial.

    Args:
        env_id: the environment that the panel belongs to.
        split: ``test``, ``dev`` or ``train``.
        goals: all goals, in the official order.
        version: what the goals were made of.

    Raises:
        UnknownNameError: there is no such split.
        DataError: there are too few goals for the split to have any.
    """
    if split not in SPLITS:
        raise UnknownNameError(unknown_name("split", str(split), SPLITS))
    start, stop = SPLITS[split]
    chosen = goals[start:stop]
    if not chosen:
        raise DataError(
            f"the split {split!r} begins at goal {start:,}, and this catalogue has "
            f"{len(goals):,} goals. Take the split 'test', or a larger catalogue."
        )
    return TaskPanel(
        env_id=env_id,
        split=split,
        version=version,
        ids=tuple(goal.task for goal in chosen),
        kinds=tuple(goal.category for goal in chosen),
        partial=stop is not None and len(chosen) < stop - start,
    )

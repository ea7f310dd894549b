"""The goals of a shop as panels of tasks, and by task."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from hgpo_envs.errors import DataError, UnknownNameError
from hgpo_envs.panel import TaskPanel
from hgpo_envs.suggest import unknown_name
from hgpo_envs.webshop.goals.book import GoalBook
from hgpo_envs.webshop.goals.goal import Goal

SPLITS: Mapping[str, tuple[int, int | None]] = {
    "test": (0, 500),
    "dev": (500, 1500),
    "train": (1500, None),
}
"""First goal of each split in the official order, and the one after its last."""

_KEPT = 1024
"""Goals that are kept, of those that were asked for."""


def panel_of(
    env_id: str,
    split: str,
    *,
    count: int,
    task_at: Callable[[int], str],
    kind_at: Callable[[int], str],
    version: str,
) -> TaskPanel:
    """Return the panel of a split; one with fewer goals than the split has is marked partial.

    Args:
        env_id: the environment that the panel belongs to.
        split: ``test``, ``dev`` or ``train``.
        count: how many goals there are in all splits.
        task_at: gives the task id of the goal at a place of the official order.
        kind_at: gives the top category of its product.
        version: what the goals were made of.

    Raises:
        UnknownNameError: there is no such split.
        DataError: there are too few goals for the split to have any.
    """
    if split not in SPLITS:
        raise UnknownNameError(unknown_name("split", str(split), SPLITS))
    start, stop = SPLITS[split]
    places = range(count)[start:stop]
    if not places:
        raise DataError(
            f"the split {split!r} begins at goal {start:,}, and this shop has {count:,} "
            "goals of that kind. Take an earlier split (test, dev), or a larger catalogue."
        )
    return TaskPanel(
        env_id=env_id,
        split=split,
        version=version,
        ids=tuple(map(task_at, places)),
        kinds=tuple(map(kind_at, places)),
        partial=stop is not None and len(places) < stop - start,
    )


class GoalsByTask(Mapping[str, Goal]):
    """The goals of a book by their task ids; a goal is made when it is asked for."""

    def __init__(self, book: GoalBook) -> None:
        """Look goals up in ``book``."""
        self._book = book
        self._goal_at = lru_cache(maxsize=_KEPT)(book.__getitem__)

    def __getitem__(self, task: str) -> Goal:
        kind, _, number = task.rpartition("-")
        known = kind == self._book.kind and number.isascii() and number.isdecimal()
        if not known or task != f"{kind}-{int(number)}" or int(number) >= len(self._book):
            raise KeyError(task)
        return self._goal_at(int(number))

    def __iter__(self) -> Iterator[str]:
        return map(self._book.task, range(len(self._book)))

    def __len__(self) -> int:
        return len(self._book)

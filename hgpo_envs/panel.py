"""A split as a frozen list of tasks: fixed, ordered, versioned, hashed."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name


@dataclass(frozen=True, kw_only=True)
class TaskPanel:
    """The tasks of one split, the same on every machine.

    The order is part of the panel: it never comes from a file system, a worker or a clock.

    Attributes:
        env_id: the environment the tasks belong to, for example ``"ALFWorld-v0"``.
        split: the split's name.
        version: the version of the data or of the generator that the ids refer to.
        ids: the task ids in their order; no id twice.
        kinds: one label a task (its task type), or empty where tasks have no kinds.
        partial: True where the data root holds only a part of the split.
    """

    env_id: str
    split: str
    version: str
    ids: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    partial: bool = False
    _known: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ids", tuple(self.ids))
        object.__setattr__(self, "kinds", tuple(self.kinds))
        known = frozenset(self.ids)
        if not self.ids:
            raise EnvInputError(
                f"the panel {self.env_id}/{self.split} has no task. "
                "A split needs at least one; check the data that it was read from."
            )
        if len(known) != len(self.ids):
            twice = next(task for task in self.ids if self.ids.count(task) > 1)
            raise EnvInputError(
                f"the panel {self.env_id}/{self.split} has task {twice!r} twice. "
                "Every task may stand in a panel once."
            )
        if self.kinds and len(self.kinds) != len(self.ids):
            raise EnvInputError(
                f"the panel {self.env_id}/{self.split} has {len(self.ids)} tasks "
                f"and {len(self.kinds)} kinds. Give one kind a task, or none at all."
            )
        object.__setattr__(self, "_known", known)

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, task: object) -> bool:
        return task in self._known

    @cached_property
    def hash(self) -> str:
        """SHA-256 over environment, split, version, completeness and the ordered ids."""
        digest = hashlib.sha256()
        head = (self.env_id, self.split, self.version, "partial" if self.partial else "whole")
        for part in (*head, *self.ids):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\x00")
        return digest.hexdigest()

    def require(self, task: str) -> str:
        """Return ``task`` if the panel has it.

        Raises:
            UnknownNameError: the panel has no such task; the nearest ids are named.
            EnvInputError: ``task`` is no string.
        """
        if not isinstance(task, str):
            raise EnvInputError(
                f"the task is {task!r}; expected the id of a task such as {self.ids[0]!r}."
            )
        if task in self._known:
            return task
        sample = self.ids if len(self.ids) <= 8 else near_ids(task, self.ids)
        raise UnknownNameError(
            unknown_name(f"task in {self.env_id} split {self.split!r}", task, sample)
            + (f" ({len(self.ids)} tasks in all)" if len(self.ids) > len(sample) else "")
        )

    def head(self, n: int) -> "TaskPanel":
        """Return the panel of the first ``n`` tasks; it has a hash of its own.

        Raises:
            EnvInputError: ``n`` is not between 1 and the number of tasks.
        """
        if not 1 <= n <= len(self.ids):
            raise EnvInputError(
                f"{n} tasks were asked of {self.env_id} split {self.split!r}, "
                f"which has {len(self.ids)}. Ask for 1 to {len(self.ids)}."
            )
        if n == len(self.ids):
            return self
        return TaskPanel(
            env_id=self.env_id,
            split=self.split,
            version=f"{self.version}/first-{n}",
            ids=self.ids[:n],
            kinds=self.kinds[:n],
            partial=self.partial,
        )


def near_ids(task: str, ids: Sequence[str]) -> tuple[str, ...]:
    """Return up to eight ids that share the longest beginning with ``task``."""

    def shared(candidate: str) -> int:
        pairs = zip(candidate, task, strict=False)
        return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(candidate), len(task)))

    return tuple(sorted(ids, key=lambda candidate: (-shared(candidate), candidate))[:8])

"""Group rollouts in one process: tasks × group_size members, finished ones cost nothing."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from hgpo_envs.context.wrapper import Context, ContextWrapper
from hgpo_envs.errors import EnvInputError


class Outcome(NamedTuple):
    """What one member's action led to.

    Attributes:
        member: which member acted, 0 ≤ member < tasks · group_size.
        reward: what the action earned.
        terminated: whether the world ended the episode.
        truncated: whether the step cap ended it.
        won: whether the goal holds now.
        inadmissible: whether the world refused the action.
    """

    member: int
    reward: float
    terminated: bool
    truncated: bool
    won: bool
    inadmissible: bool


class GroupVectorEnv:
    """Play every task ``group_size`` times side by side.

    Member ``m`` plays task ``m // group_size``; the members of a group start from the same task
    and the same seed. Environments are made once and used again in later rollouts.
    """

    def __init__(self, make_env: Callable[[], ContextWrapper], *, group_size: int) -> None:
        """Prepare; environments are made when the first rollout needs them.

        Args:
            make_env: makes one wrapped environment.
            group_size: members a task, at least 1.

        Raises:
            EnvInputError: ``group_size`` is no whole number of at least 1.
        """
        if isinstance(group_size, bool) or not isinstance(group_size, int) or group_size < 1:
            raise EnvInputError(
                f"group_size is {group_size!r}; expected a whole number of at least 1."
            )
        self.group_size = group_size
        self._make_env = make_env
        self._envs: list[ContextWrapper] = []
        self.tasks: tuple[str, ...] = ()
        self.live: list[int] = []

    def __len__(self) -> int:
        """Return the number of members, finished ones included."""
        return len(self.tasks) * self.group_size

    def reset(self, tasks: Sequence[str], *, seed: int | None = None) -> None:
        """Start a rollout of ``tasks``; every member is live after it.

        Raises:
            UnknownNameError: the environment has no such task.
            EnvInputError: ``tasks`` is one string.
        """
        if isinstance(tasks, str):
            raise EnvInputError(f"tasks is {tasks!r}; expected a list of task ids: [{tasks!r}].")
        self.tasks = tuple(tasks)
        while len(self._envs) < len(self):
            self._envs.append(self._make_env())
        self.live = list(range(len(self)))
        for member in self.live:
            task = self.tasks[member // self.group_size]
            self._envs[member].begin(seed=seed, options={"task": task})

    def contexts(self) -> list[Context]:
        """Return the contexts of the live members, in the order of ``live``."""
        return [self._envs[member].context for member in self.live]

    def anchors(self) -> list[str]:
        """Return the current anchors of the live members, in the order of ``live``."""
        return [self._envs[member].anchors[-1] for member in self.live]

    def step(self, actions: Sequence[str]) -> list[Outcome]:
        """Do one action in each live member; those whose episode ends leave ``live``.

        Raises:
            EnvInputError: there are not as many actions as live members.
        """
        if len(actions) != len(self.live):
            raise EnvInputError(
                f"{len(actions)} actions were given for {len(self.live)} live members; "
                "expected one action each, in the order of `live`."
            )
        outcomes = []
        for member, action in zip(self.live, actions, strict=True):
            reward, terminated, truncated, info = self._envs[member].advance(action)
            outcomes.append(
                Outcome(
                    member=member,
                    reward=reward,
                    terminated=terminated,
                    truncated=truncated,
                    won=cast(bool, info["won"]),
                    inadmissible=cast(bool, info["inadmissible"]),
                )
            )
        self.live = [o.member for o in outcomes if not (o.terminated or o.truncated)]
        return outcomes

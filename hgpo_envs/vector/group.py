"""Group rollouts: tasks × group_size members, in this process or in workers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from types import TracebackType

from hgpo_envs.context.memory import Memory
from hgpo_envs.context.wrapper import Context, ContextWrapper
from hgpo_envs.errors import EnvInputError
from hgpo_envs.vector.crew import Loss
from hgpo_envs.vector.fleet import Fleet
from hgpo_envs.vector.players import LocalPlayers, Outcome, Players
from hgpo_envs.vector.process import ProcessTransport
from hgpo_envs.vector.recipe import EnvRecipe
from hgpo_envs.vector.transport import Launcher


class GroupVectorEnv:
    """Play every task ``group_size`` times side by side.

    Member ``m`` plays task ``m // group_size``; the members of a group start from the same task
    and the same seed. Environments are made once and used again in later rollouts. A member whose
    episode has ended costs nothing more.

    With workers, environments are in processes of their own, many in each. A worker that is lost
    is replaced and its episodes are played again, so that the rollout is the one that it would
    have been; `losses` tells of it. One that does not answer in time is replaced likewise, and
    what it was asked for is asked once more, member by member: who does not answer then is an
    error that names the task. What members see and earn depends on none of this.

    Attributes:
        group_size: members a task.
        workers: how many processes play; 0 is this one alone.
        tasks: of the rollout.
        live: members whose episode goes on.

    Example:
        >>> recipe = EnvRecipe(id="alfworld", memory={"kind": "window", "size": 4})
        >>> tasks = recipe.make().unwrapped.panel.ids[:2]
        >>> with GroupVectorEnv(recipe, group_size=2, workers=1) as vector:
        ...     vector.reset(tasks)
        ...     [outcome.inadmissible for outcome in vector.step(["look", "dance"] * 2)]
        [False, True, False, True]
    """

    def __init__(
        self,
        make_env: Callable[[], ContextWrapper] | EnvRecipe,
        *,
        group_size: int,
        workers: int = 0,
        timeout_s: float = 120.0,
        start_timeout_s: float = 600.0,
        memory: Memory | None = None,
        launch: Launcher = ProcessTransport,
    ) -> None:
        """Prepare; environments and workers are made when the first rollout needs them.

        Args:
            make_env: makes one wrapped environment; workers need a recipe.
            group_size: members a task, at least 1.
            workers: processes to play in; 0 plays in this one.
            timeout_s: seconds that a worker has for the start, or for one action, of all its
                members.
            start_timeout_s: seconds that a worker has to start and to make its first environment.
            memory: instead of the recipe's, for one that can't be told in plain data: it recalls
                in this process.
            launch: starts a worker; another transport than processes of this machine.

        Raises:
            EnvInputError: a number is out of range, workers were asked for without a recipe, or
                the recipe has something that is not plain.
        """
        if isinstance(group_size, bool) or not isinstance(group_size, int) or group_size < 1:
            raise EnvInputError(
                f"group_size is {group_size!r}; expected a whole number of at least 1."
            )
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 0:
            raise EnvInputError(f"workers is {workers!r}; expected a whole number of at least 0.")
        for name, seconds in (("timeout_s", timeout_s), ("start_timeout_s", start_timeout_s)):
            if not seconds > 0:
                raise EnvInputError(f"{name} is {seconds!r}; expected seconds, more than 0.")
        self.group_size = group_size
        self.workers = workers
        self.tasks: tuple[str, ...] = ()
        self.live: list[int] = []
        self._fleet: Fleet | None = None
        if workers:
            self._fleet = Fleet(
                _recipe(make_env, memory),
                workers=workers,
                launch=launch,
                timeout_s=timeout_s,
                start_timeout_s=start_timeout_s,
                memory=memory,
            )
        self._players: Players = self._fleet or LocalPlayers(_maker(make_env, memory))

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Workers that were lost and replaced so far, oldest first."""
        return () if self._fleet is None else tuple(self._fleet.losses)

    def __len__(self) -> int:
        """Return the number of members, finished ones included."""
        return len(self.tasks) * self.group_size

    def __enter__(self) -> "GroupVectorEnv":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers and close the environments; a later ``reset`` makes new ones.

        Workers end with this process too, and when nobody has the object any more.
        """
        self.live = []
        self._players.close()

    def reset(self, tasks: Sequence[str], *, seed: int | None = None) -> None:
        """Start a rollout of ``tasks``; every member is live after it.

        Raises:
            UnknownNameError: the environment has no such task.
            EnvInputError: ``tasks`` is one string.
            WorkerError: the workers can't be started, or are lost again and again.
        """
        if isinstance(tasks, str):
            raise EnvInputError(f"tasks is {tasks!r}; expected a list of task ids: [{tasks!r}].")
        self.tasks = tuple(tasks)
        self.live = list(range(len(self)))
        members = [task for task in self.tasks for _ in range(self.group_size)]
        self._players.begin(members, seed)

    def contexts(self) -> list[Context]:
        """Return the contexts of the live members, in the order of ``live``."""
        return self._players.contexts(self.live)

    def anchors(self) -> list[str]:
        """Return the current anchors of the live members, in the order of ``live``."""
        return self._players.anchors(self.live)

    def step(self, actions: Sequence[str]) -> list[Outcome]:
        """Do one action in each live member; those whose episode ends leave ``live``.

        Raises:
            EnvInputError: there are not as many actions as live members.
            WorkerError: an environment hangs or fails in a worker, or ends it again and again.
        """
        if len(actions) != len(self.live):
            raise EnvInputError(
                f"{len(actions)} actions were given for {len(self.live)} live members; "
                "expected one action each, in the order of `live`."
            )
        outcomes = self._players.step(self.live, actions)
        self.live = [o.member for o in outcomes if not (o.terminated or o.truncated)]
        return outcomes


def _recipe(make_env: Callable[[], ContextWrapper] | EnvRecipe, memory: Memory | None) -> EnvRecipe:
    """Return what workers make environments from: without a memory, where it recalls here."""
    if not isinstance(make_env, EnvRecipe):
        raise EnvInputError(
            f"workers make their environments from plain data, and a {type(make_env).__name__} "
            "was given. Give an EnvRecipe, or play in this process: workers=0."
        )
    return make_env if memory is None else replace(make_env, memory={"kind": "none"})


def _maker(
    make_env: Callable[[], ContextWrapper] | EnvRecipe, memory: Memory | None
) -> Callable[[], ContextWrapper]:
    if isinstance(make_env, EnvRecipe):
        return partial(make_env.make, memory)
    if memory is not None:
        raise EnvInputError(
            "a memory was given beside a function that makes wrapped environments. Leave it out: "
            "the function wraps with its own."
        )
    return make_env

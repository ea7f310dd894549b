"""Who plays the members' episodes: environments of this process, or a fleet of workers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from hgpo_envs.context import Context, ContextWrapper


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


class Players(Protocol):
    """Plays members' episodes side by side."""

    def begin(self, tasks: Sequence[str], seed: int | None) -> None:
        """Start every member's episode: ``tasks[m]`` is member m's."""
        ...

    def contexts(self, live: Sequence[int]) -> list[Context]:
        """Return the contexts of these members."""
        ...

    def anchors(self, live: Sequence[int]) -> list[str]:
        """Return the current anchors of these members."""
        ...

    def step(self, live: Sequence[int], actions: Sequence[str]) -> list[Outcome]:
        """Do one action in each of these members."""
        ...

    def close(self) -> None:
        """Let go of what the environments hold."""
        ...


class LocalPlayers:
    """One environment a member, in this process; used again in later rollouts."""

    def __init__(self, make_env: Callable[[], ContextWrapper]) -> None:
        self._make_env = make_env
        self._envs: list[ContextWrapper] = []

    def begin(self, tasks: Sequence[str], seed: int | None) -> None:
        """Start every member's episode."""
        while len(self._envs) < len(tasks):
            self._envs.append(self._make_env())
        for env, task in zip(self._envs, tasks, strict=False):
            env.begin(seed=seed, options={"task": task})

    def contexts(self, live: Sequence[int]) -> list[Context]:
        """Return the contexts of these members."""
        envs = self._envs
        return [envs[member].recall() for member in live]

    def anchors(self, live: Sequence[int]) -> list[str]:
        """Return the current anchors of these members."""
        envs = self._envs
        return [envs[member].anchor for member in live]

    def step(self, live: Sequence[int], actions: Sequence[str]) -> list[Outcome]:
        """Do one action in each of these members."""
        envs = self._envs
        outcomes: list[Outcome] = []
        new = tuple.__new__  # half the time of Outcome(...)
        for member, action in zip(live, actions, strict=True):
            reward, terminated, truncated, info = envs[member].advance(action)
            won, inadmissible = info["won"], info["inadmissible"]
            outcomes.append(
                new(Outcome, (member, reward, terminated, truncated, won, inadmissible))
            )
        return outcomes

    def close(self) -> None:
        """Close the environments."""
        for env in self._envs:
            env.close()
        self._envs = []

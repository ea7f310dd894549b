"""Play a policy on from where environments stand, to the ends of the episodes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents import Actions, Policy
from harness.diagnose.episode import Episode
from hgpo_envs.context import ContextWrapper

Floats = NDArray[np.float64]
Values = Callable[[Sequence[object]], Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A policy and what its play is worth.

    Attributes:
        policy: who acts; it depends on contexts and draws alone.
        values: the critic's value of each of its samples, shape [n]; None without a critic.
        temperature: of the sampling.
        invalid_penalty: taken off the reward of an action that the env refused.
    """

    policy: Policy
    values: Values | None
    temperature: float
    invalid_penalty: float

    def play(
        self, envs: Sequence[ContextWrapper], draws: Floats, *, first: Sequence[str | None] = ()
    ) -> tuple[Episode, ...]:
        """Play side by side to the ends.

        Args:
            envs: n environments, each where its episode shall go on.
            draws: uniform numbers in [0, 1), shape [n, steps that are left at most]; row i serves
                env i alone.
            first: for each env what is done first instead of what the policy chooses; None leaves
                it to the policy. Empty: nothing is.

        Returns:
            What was played from here on, n episodes.
        """
        notes = [_Notes() for _ in envs]
        live, step = list(range(len(envs))), 0
        while live:
            forced = [first[i] if step == 0 and first else None for i in live]
            going = self._step(envs, notes, live, draws[live, step], forced)
            live, step = going, step + 1
        return tuple(note.episode() for note in notes)

    def _step(
        self,
        envs: Sequence[ContextWrapper],
        notes: Sequence["_Notes"],
        live: Sequence[int],
        draws: Floats,
        forced: Sequence[str | None],
    ) -> list[int]:
        """Do one action in each live env; return those whose episodes go on."""
        contexts = [envs[i].context for i in live]
        answer = self.policy.act(contexts, members=live, draws=draws, temperature=self.temperature)
        invalid = answer.format_invalid or (False,) * len(live)
        values = self._values(answer)
        going = []
        for row, i in enumerate(live):
            choice = forced[row]
            action = answer.texts[row] if choice is None else choice
            anchor = envs[i].anchors[-1]
            reward, terminated, truncated, info = envs[i].advance(action)
            refused = bool(info["inadmissible"]) or (choice is None and invalid[row])
            notes[i].add(anchor, action, reward - self.invalid_penalty * refused, values[row])
            if not (terminated or truncated):
                going.append(i)
        return going

    def _values(self, answer: Actions) -> Sequence[float | None]:
        if self.values is None:
            return (None,) * len(answer.texts)
        return [float(value) for value in self.values(answer.samples)]


class _Notes:
    """Lists that grow while an episode is played."""

    def __init__(self) -> None:
        self._anchors: list[str] = []
        self._actions: list[str] = []
        self._rewards: list[float] = []
        self._values: list[float] = []

    def add(self, anchor: str, action: str, reward: float, value: float | None) -> None:
        self._anchors.append(anchor)
        self._actions.append(action)
        self._rewards.append(reward)
        if value is not None:
            self._values.append(value)

    def episode(self) -> Episode:
        return Episode(
            anchors=tuple(self._anchors),
            actions=tuple(self._actions),
            rewards=tuple(self._rewards),
            values=tuple(self._values),
        )

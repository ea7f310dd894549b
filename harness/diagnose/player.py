"""Play a policy on from where environments stand, to the ends of the episodes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents import Policy
from harness.diagnose.episode import Episode
from hgpo_envs.context import ContextWrapper

Floats = NDArray[np.float64]
Measure = Callable[[Sequence[object]], Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A policy and what its play is worth.

    Attributes:
        policy: who acts; it depends on contexts and draws alone.
        measures: what is computed of its samples, n numbers of n samples, by name.
        temperature: of the sampling.
        invalid_penalty: taken off the reward of an action that the env refused.
    """

    policy: Policy
    measures: Mapping[str, Measure]
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
        measured = {name: of(answer.samples).tolist() for name, of in self.measures.items()}
        going = []
        for row, i in enumerate(live):
            choice = forced[row]
            action = answer.texts[row] if choice is None else choice
            anchor = envs[i].anchor
            reward, terminated, truncated, info = envs[i].advance(action)
            refused = bool(info["inadmissible"]) or (choice is None and invalid[row])
            notes[i].add(anchor, action, reward - self.invalid_penalty * refused)
            notes[i].measure({name: numbers[row] for name, numbers in measured.items()})
            if not (terminated or truncated):
                going.append(i)
        return going


class _Notes:
    """Lists that grow while an episode is played."""

    def __init__(self) -> None:
        self._anchors: list[str] = []
        self._actions: list[str] = []
        self._rewards: list[float] = []
        self._measures: dict[str, list[float]] = {}

    def add(self, anchor: str, action: str, reward: float) -> None:
        self._anchors.append(anchor)
        self._actions.append(action)
        self._rewards.append(reward)

    def measure(self, measured: Mapping[str, float]) -> None:
        for name, number in measured.items():
            self._measures.setdefault(name, []).append(number)

    def episode(self) -> Episode:
        return Episode(
            anchors=tuple(self._anchors),
            actions=tuple(self._actions),
            rewards=tuple(self._rewards),
            measures={name: tuple(column) for name, column in self._measures.items()},
        )

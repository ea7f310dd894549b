"""Put episodes together into the batches that estimators read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algorithms import StepBatch
from harness.diagnose.episode import Episode

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coded:
    """An episode of T decisions as arrays.

    Attributes:
        anchors: number of the state's text, shape [T].
        rewards: shape [T].
        measures: what was computed at each decision, by name, shape [T] each.
    """

    anchors: Ints
    rewards: Floats
    measures: Mapping[str, Floats]

    def then(self, rest: "Coded") -> "Coded":
        """Return this episode with another's decisions after its own."""
        return Coded(
            anchors=np.concatenate((self.anchors, rest.anchors)),
            rewards=np.concatenate((self.rewards, rest.rewards)),
            measures={
                name: np.concatenate((column, rest.measures[name]))
                for name, column in self.measures.items()
            },
        )

    def head(self, steps: int) -> "Coded":
        """Return the first so many decisions."""
        return Coded(
            anchors=self.anchors[:steps],
            rewards=self.rewards[:steps],
            measures={name: column[:steps] for name, column in self.measures.items()},
        )


class Coder:
    """Numbers the texts of states; equal texts have equal numbers, whatever the episode."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def code(self, episode: Episode) -> Coded:
        """Turn an episode into arrays."""
        numbers = self._numbers
        anchors = [numbers.setdefault(text, len(numbers)) for text in episode.anchors]
        return Coded(
            anchors=np.asarray(anchors, np.int64),
            rewards=np.asarray(episode.rewards, np.float64),
            measures={
                name: np.asarray(column, np.float64) for name, column in episode.measures.items()
            },
        )


def step_batch(
    groups: Sequence[Sequence[Coded]], greedy_returns: Sequence[float] = ()
) -> StepBatch:
    """Return groups of episodes as the estimators read them.

    The first row is the first step of the first group's first episode; an episode's rows follow
    one another. A step cap counts as an end, as in training.

    Args:
        groups: the episodes of each task.
        greedy_returns: return of each task's greedy episode; empty where the policy has none.
    """
    members = [episode for group in groups for episode in group]
    lengths = np.asarray([len(one.rewards) for one in members])
    of_member = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    group = np.repeat(of_member, lengths)
    more = {
        name: np.concatenate([one.measures[name] for one in members])
        for name in members[0].measures
    }
    if greedy_returns:
        more["greedy_return"] = np.asarray(greedy_returns, np.float64)[group]
    return StepBatch.from_arrays(
        group=group,
        trajectory=np.repeat(np.arange(len(members)), lengths),
        step=np.arange(len(starts)) - starts,
        reward=np.concatenate([one.rewards for one in members]),
        anchor=np.concatenate([one.anchors for one in members]),
        **more,
    )

"""Past episodes for memories that look things up: written down, and kept with checkpoints.

An episode enters the stores when the whole batch is over, so that what a memory shows depends
neither on which member was faster nor on how the members are spread over processes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from harness.run.journal import canonical
from hgpo_envs.context import Context, EpisodeStore, Memory, PastEpisode, stores_of
from hgpo_envs.vector import Outcome

Arrays = Mapping[str, NDArray[np.generic]]

_PREFIX = "past."


class EpisodeKeeper:
    """Writes a batch's episodes down and puts them into stores at its end."""

    def __init__(self, stores: Sequence[EpisodeStore], tasks: Sequence[str]) -> None:
        """Begin a batch; member ``m`` plays ``tasks[m]``. Without stores nothing is kept."""
        self._stores = stores
        self._tasks = tasks if stores else ()
        self._instructions = [""] * len(self._tasks)
        self._observations: list[list[str]] = [[] for _ in self._tasks]
        self._actions: list[list[str]] = [[] for _ in self._tasks]
        self._scores = [0.0] * len(self._tasks)
        self._won = [False] * len(self._tasks)

    def saw(
        self, contexts: Sequence[Context], actions: Sequence[str], outcomes: Sequence[Outcome]
    ) -> None:
        """Write one step of the live members down."""
        if not self._stores:
            return
        for context, action, outcome in zip(contexts, actions, outcomes, strict=True):
            member = outcome.member
            self._instructions[member] = context.instruction
            self._observations[member].append(context.observation)
            self._actions[member].append(action)
            self._scores[member] += outcome.reward
            self._won[member] = outcome.won

    def keep(self) -> None:
        """Put the episodes into the stores, in the order of the members."""
        episodes = [
            PastEpisode(
                task=task,
                instruction=self._instructions[member],
                observations=tuple(self._observations[member]),
                actions=tuple(self._actions[member]),
                score=self._scores[member],
                won=self._won[member],
            )
            for member, task in enumerate(self._tasks)
        ]
        for store in self._stores:
            store.add(*episodes)


@contextmanager
def left_as_it_was(stores: Sequence[EpisodeStore]) -> Iterator[None]:
    """Take the stores back, at the end, to what they held at the beginning."""
    before = [store.episodes for store in stores]
    try:
        yield
    finally:
        for store, episodes in zip(stores, before, strict=True):
            store.replace(episodes)


def pack(memory: Memory) -> dict[str, NDArray[np.generic]]:
    """Return what a checkpoint keeps of the stores that a memory reads: nothing without any."""
    return {
        f"{_PREFIX}{number}": np.frombuffer(canonical(store.describe()).encode(), np.uint8)
        for number, store in enumerate(stores_of(memory))
    }


def unpack(arrays: Arrays, memory: Memory) -> dict[str, NDArray[np.generic]]:
    """Fill a memory's stores from a checkpoint; return the arrays that are no stores."""
    for number, store in enumerate(stores_of(memory)):
        if (packed := arrays.get(f"{_PREFIX}{number}")) is not None:
            store.replace(EpisodeStore.from_plain(json.loads(packed.tobytes())).episodes)
    return without_past(arrays)


def without_past(arrays: Arrays) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a checkpoint that are no stores."""
    return {name: array for name, array in arrays.items() if not name.startswith(_PREFIX)}

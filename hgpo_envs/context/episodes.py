"""Past episodes, kept for a memory that looks things up in them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from hgpo_envs.context.counts import require_count
from hgpo_envs.context.memory import Memory, Plain
from hgpo_envs.errors import EnvInputError

#: Episodes that a store keeps.
CAPACITY = 1000


class PastEpisode(NamedTuple):
    """An episode that is over.

    Attributes:
        task: the id of its task.
        instruction: the task in words.
        observations: what was seen before each action, oldest first.
        actions: what was done, as many as observations.
        score: the sum of its rewards.
        won: whether it ended with its goal.
    """

    task: str
    instruction: str
    observations: tuple[str, ...]
    actions: tuple[str, ...]
    score: float
    won: bool


class EpisodeStore:
    """The latest episodes of a run. Nothing enters it by itself: whoever plays puts them in.

    What a memory reads in it changes only where ``add`` is called: between rollouts, never in
    the middle of one, if results are to be the same however a rollout is spread over processes.

    Attributes:
        capacity: episodes that are kept; the oldest leave first.
        episodes: the kept ones, the oldest first; another tuple whenever something changed.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        """Start empty.

        Raises:
            EnvInputError: ``capacity`` is no positive whole number.
        """
        self.capacity = require_count("the store's capacity", capacity, least=1)
        self.episodes: tuple[PastEpisode, ...] = ()

    def __len__(self) -> int:
        """Return how many episodes are kept."""
        return len(self.episodes)

    def add(self, *episodes: PastEpisode) -> None:
        """Put episodes in, in the order given.

        Raises:
            EnvInputError: one has not as many actions as observations.
        """
        for episode in episodes:
            if len(episode.actions) != len(episode.observations):
                raise EnvInputError(
                    f"the episode of {episode.task!r} has {len(episode.observations)} "
                    f"observations and {len(episode.actions)} actions; expected one before each "
                    "action."
                )
        if episodes:
            self.episodes = (*self.episodes, *episodes)[-self.capacity :]

    def replace(self, episodes: Sequence[PastEpisode]) -> None:
        """Put other episodes, oldest first, in the place of these."""
        self.episodes = ()
        self.add(*episodes)

    def describe(self) -> dict[str, Plain]:
        """Return the store as plain data, for `from_plain`."""
        return {
            "capacity": self.capacity,
            "episodes": [
                [
                    episode.task,
                    episode.instruction,
                    cast("list[Plain]", list(episode.observations)),
                    cast("list[Plain]", list(episode.actions)),
                    episode.score,
                    episode.won,
                ]
                for episode in self.episodes
            ],
        }

    @classmethod
    def from_plain(cls, told: Mapping[str, object]) -> "EpisodeStore":
        """Make a store of what `describe` returned.

        Raises:
            EnvInputError: it is nothing that `describe` returns.
        """
        try:
            store = cls(cast(int, told["capacity"]))
            rows = cast(
                "list[tuple[str, str, list[str], list[str], float, bool]]", told["episodes"]
            )
            episodes = [PastEpisode(a, b, tuple(c), tuple(d), e, f) for a, b, c, d, e, f in rows]
            store.add(*episodes)
        except (KeyError, TypeError, ValueError) as error:
            raise EnvInputError(
                f"this is no store of episodes: {error}. Give what EpisodeStore.describe returned."
            ) from error
        return store


def stores_of(memory: Memory) -> tuple[EpisodeStore, ...]:
    """Return the stores that a memory reads, those of its parts included, each once.

    A memory shows its store as the attribute ``store``, a combination its parts as ``parts``, an
    `OwnMemory` the author's as ``made``.
    """
    found: dict[int, EpisodeStore] = {}
    waiting: list[object] = [memory]
    while waiting:
        one = waiting.pop(0)
        store = getattr(one, "store", None)
        if isinstance(store, EpisodeStore):
            found.setdefault(id(store), store)
        waiting += [*getattr(one, "parts", ())]
        waiting += [one.made] if hasattr(one, "made") else []
    return tuple(found.values())

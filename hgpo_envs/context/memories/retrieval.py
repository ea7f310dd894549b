"""Retrieval: past episodes of the run whose task is like this one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from hgpo_envs.context.counts import require_count
from hgpo_envs.context.episodes import CAPACITY, EpisodeStore, PastEpisode
from hgpo_envs.context.likeness import Embed, EmbeddedLikeness, Likeness, lexical_likeness
from hgpo_envs.context.memory import Plain, Recollection
from hgpo_envs.context.named import load_named, name_of
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError

#: Characters of a past episode's observation.
WIDTH = 80


class RetrievalMemory:
    """Show the last turns, and as notes the past episodes whose instructions are most alike.

    A task gives one episode at most: won before lost, then the higher score, the shorter, the
    later. Episodes whose instruction has nothing in common with the present one aren't shown.
    Where likeness is equal the later one stands first. All of it follows from the store's
    contents and the instruction, so the notes stay the same through an episode.

    Attributes:
        store: the past episodes; empty until somebody adds some.
    """

    def __init__(
        self,
        episodes: int = 1,
        *,
        recent: int = 4,
        lost: bool = False,
        width: int = WIDTH,
        embed: Embed | str | None = None,
        store: EpisodeStore | Mapping[str, object] | None = None,
    ) -> None:
        """Set up.

        Args:
            episodes: past episodes shown, at most so many.
            recent: turns of the present episode shown whole.
            lost: whether episodes that were not won are shown too.
            width: characters of each of a past episode's observations.
            embed: n texts → n vectors, or the importable name ``"module:function"`` of that;
                None compares by shared words.
            store: where the episodes are; None for a new, empty one. What its ``describe``
                returned makes an equal one.

        Raises:
            EnvInputError: a parameter is out of range or of another kind.
        """
        self.episodes = require_count("episodes", episodes, least=1)
        self.recent = require_count("recent", recent, least=0)
        self.width = require_count("width", width, least=1)
        if not isinstance(lost, bool):
            raise EnvInputError(f"lost is {lost!r}; expected true or false.")
        self.lost = lost
        if isinstance(store, Mapping):
            store = EpisodeStore.from_plain(store)
        if store is not None and not isinstance(store, EpisodeStore):
            raise EnvInputError(f"store is a {type(store).__name__}; expected an EpisodeStore.")
        self.store = EpisodeStore() if store is None else store
        self._embed_name = embed if isinstance(embed, str) else name_of(embed)
        self._likeness: Likeness = (
            lexical_likeness if embed is None else EmbeddedLikeness(_callable(embed))
        )
        self._found: dict[str, tuple[str, ...]] = {}
        self._found_in: Sequence[PastEpisode] | None = None
        likeness = f",{self._embed_name or 'own'}" if embed is not None else ""
        cut = f",width={width}" if width != WIDTH else ""
        kept = f",kept={self.store.capacity}" if self.store.capacity != CAPACITY else ""
        self.name = f"retrieval({episodes},{recent}{',lost' if lost else ''}{likeness}{cut}{kept})"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return the last turns and the past episodes."""
        if self._found_in is not self.store.episodes:
            self._found, self._found_in = {}, self.store.episodes
        if instruction not in self._found:
            self._found[instruction] = tuple(map(self._told, self.retrieve(instruction)))
        shown = tuple(turns[max(len(turns) - self.recent, 0) :])
        return Recollection(shown, self._found[instruction])

    def retrieve(self, instruction: str) -> list[PastEpisode]:
        """Return the past episodes that are shown with an instruction, the most alike first."""
        best: dict[str, tuple[int, PastEpisode]] = {}
        for age, episode in enumerate(self.store.episodes):
            if (episode.won or self.lost) and episode.actions:
                rival = best.get(episode.task)
                if rival is None or _worth(episode) >= _worth(rival[1]):
                    best[episode.task] = (age, episode)
        offered = sorted(best.values(), key=lambda entry: -entry[0])
        texts = [episode.instruction for _, episode in offered]
        likeness = self._likeness(instruction, texts).tolist() if texts else []
        order = sorted(range(len(texts)), key=lambda place: -likeness[place])
        chosen = [place for place in order if likeness[place] > 0][: self.episodes]
        return [offered[place][1] for place in chosen]

    def describe(self) -> dict[str, Plain] | None:
        """Return the memory and its store as plain data; None where ``embed`` has no name."""
        if self._embed_name is None and self._likeness is not lexical_likeness:
            return None
        return {
            "kind": "retrieval",
            "episodes": self.episodes,
            "recent": self.recent,
            "lost": self.lost,
            "width": self.width,
            **({} if self._embed_name is None else {"embed": self._embed_name}),
            "store": self.store.describe(),
        }

    def _told(self, episode: PastEpisode) -> str:
        return "\n".join(self._lines(episode))

    def _lines(self, episode: PastEpisode) -> Iterator[str]:
        end = "won" if episode.won else "not won"
        steps = len(episode.actions)
        yield f"An earlier episode, {end} in {steps} {'step' if steps == 1 else 'steps'}."
        yield f"Its task: {episode.instruction}"
        seen = zip(episode.observations, episode.actions, strict=True)
        for number, (observation, action) in enumerate(seen, start=1):
            yield f"{number}. {self._cut(observation)} -> {action}"

    def _cut(self, text: str) -> str:
        flat = " ".join(text.split())
        return flat if len(flat) <= self.width else flat[: self.width - 1].rstrip() + "…"


def _worth(episode: PastEpisode) -> tuple[bool, float, int]:
    return episode.won, episode.score, -len(episode.actions)


def _callable(embed: Embed | str) -> Embed:
    found = load_named(embed, what="embedding") if isinstance(embed, str) else embed
    if not callable(found):
        raise EnvInputError(
            f"embed is a {type(found).__name__}; expected a callable from texts to vectors, or "
            "the name 'module:function' of one."
        )
    return cast(Embed, found)

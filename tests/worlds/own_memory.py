"""Memories and callables as an author's package has them."""

from collections.abc import Sequence

import numpy as np

from hgpo_envs.context import EpisodeStore, Recollection, Turn


class EveryOther:
    """Show every other turn, the last one among them."""

    def __init__(self, most: int = 3, label: object = "other") -> None:
        self.most = most
        self.name = f"every-other({most},{label})"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        return Recollection(tuple(turns[::-1][::2][: self.most][::-1]))


class Shouting:
    """Show a turn of its own making, and the task."""

    name = "shouting"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        loud = tuple(Turn(turn.observation.upper(), turn.action, 0.0, {}) for turn in turns[-1:])
        return Recollection(loud, (instruction.upper(),))


class Diary:
    """Tell how many past episodes there are."""

    name = "diary"

    def __init__(self) -> None:
        self.store = EpisodeStore()

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        return Recollection((), (f"{len(self.store)} episodes so far.",))


class Silent:
    """Forget to say what is remembered."""

    name = "silent"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> None:
        return None


def letters(texts: Sequence[str]) -> np.ndarray:
    """Embed texts by how often they have each of the letters a, b, c."""
    return np.array([[text.count(letter) for letter in "abc"] for text in texts])


NOT_A_CLASS = 3

"""The two levels of the first generation."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What makes a game long: how much there is to search, and how much lies in the way.

    A range is (lowest, highest), both included; None takes the official games' range of that room.
    Its text is a part of every key that a game is drawn from, so names and order stay as they are.
    """

    receptacles: tuple[int, int] | None
    """How many receptacles there are in the room."""
    distractors: tuple[int, int] | None
    """How many things lie about that are not of the goal's type."""
    targets: tuple[int, int]
    """How many things of the goal's type lie about (one more where the task needs two)."""
    closed_percent: int
    """Of a hundred containers, how many start closed."""
    hidden_targets: bool
    """Whether a thing of the goal's type may start in a closed container."""
    shared_percent: int
    """Of a hundred receptacles, how many stand at the same place as another."""


LEVELS: Mapping[str, Difficulty] = {
    "easy": Difficulty(
        receptacles=(10, 12),
        distractors=(6, 10),
        targets=(3, 4),
        closed_percent=35,
        hidden_targets=False,
        shared_percent=0,
    ),
    "standard": Difficulty(
        receptacles=None,
        distractors=None,
        targets=(1, 3),
        closed_percent=100,
        hidden_targets=True,
        shared_percent=12,
    ),
}

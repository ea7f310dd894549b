"""How hard a generated game is, and in which dialect it speaks."""

from dataclasses import dataclass
from typing import Literal

from hgpo_envs.alfworld.generate.draws import digest
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

Dialect = Literal["newer", "older"]
"""``newer``: "move apple 1 to fridge 1"; ``older``: "put apple 1 in/on fridge 1", without help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What makes a game long: how much there is to search, and how much lies in the way.

    A range is (lowest, highest), both included; None takes the official games' range of that room.
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

    def __post_init__(self) -> None:
        for name in ("receptacles", "distractors", "targets"):
            _check_range(name, getattr(self, name))
        for name in ("closed_percent", "shared_percent"):
            value = getattr(self, name)
            if not 0 <= value <= 100:
                raise EnvInputError(f"{name} is a percentage, from 0 to 100; it was {value}.")
        if self.targets[0] < 1:
            raise EnvInputError("a game needs a thing to fetch: give targets of at least (1, 1).")


def _check_range(name: str, given: tuple[int, int] | None) -> None:
    if given is not None and not 0 <= given[0] <= given[1]:
        raise EnvInputError(f"{name} is a range (lowest, highest) of counts; it was {given}.")


EASY = Difficulty(
    receptacles=(10, 12),
    distractors=(6, 10),
    targets=(3, 4),
    closed_percent=35,
    hidden_targets=False,
    shared_percent=0,
)
STANDARD = Difficulty(
    receptacles=None,
    distractors=None,
    targets=(1, 3),
    closed_percent=100,
    hidden_targets=True,
    shared_percent=12,
)
LEVELS = {"easy": EASY, "standard": STANDARD}
DEFAULT_DIFFICULTY = "easy"


def label(difficulty: Difficulty) -> str:
    """Return the name of a difficulty for ids: its level, or a digest of its figures.

    Example:
        >>> label(EASY)
        'easy'
    """
    for name, known in LEVELS.items():
        if difficulty == known:
            return name
    return f"custom-{digest(difficulty):016x}"


def resolve(difficulty: Difficulty | str) -> Difficulty:
    """Return the difficulty itself, or the level of that name.

    Raises:
        UnknownNameError: there is no such level; the message names the nearest one.

    Example:
        >>> resolve("easy").receptacles
        (10, 12)
    """
    if isinstance(difficulty, Difficulty):
        return difficulty
    if difficulty not in LEVELS:
        raise UnknownNameError(unknown_name("difficulty", difficulty, LEVELS))
    return LEVELS[difficulty]

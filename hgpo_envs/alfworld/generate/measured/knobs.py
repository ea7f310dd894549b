"""The knobs that make a game longer or harder to search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from hgpo_envs.draws import digest
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

Range = tuple[int, int]

_LIMITS: Mapping[str, Range] = {
    "rooms": (1, 6),
    "receptacles": (4, 60),
    "distractors": (0, 100),
    "duplicates": (0, 10),
    "depth": (1, 60),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What a game is like; a range is (lowest, highest), both included.

    None takes what the official training games have.
    """

    rooms: Range = (1, 1)
    """How many rooms there are, joined by doors."""
    receptacles: Range | None = None
    """How many receptacles stand in each room."""
    distractors: Range | None = None
    """How many things that the goal doesn't ask for lie in the receptacles of each room."""
    duplicates: Range | None = None
    """How many things of the goal's kind there are beyond those that are needed."""
    closed_percent: int = 100
    """Of a hundred containers, how many start closed."""
    hidden_percent: int | None = None
    """Of a hundred things that are needed, how many are in containers."""
    shared_percent: int | None = None
    """Of a hundred receptacles, how many stand at the same place as another."""
    depth: Range | None = None
    """How many commands the shortest plan has; None takes what comes."""

    def __post_init__(self) -> None:
        for name, limits in _LIMITS.items():
            _check_range(name, getattr(self, name), limits)
        for name in ("closed_percent", "hidden_percent", "shared_percent"):
            _check_percentage(name, getattr(self, name))

    @property
    def key(self) -> str:
        """What games are drawn from: the knobs that are set, so that a new knob changes no game.

        Example:
            >>> Difficulty(rooms=(2, 3), closed_percent=50).key
            'rooms=(2, 3),closed_percent=50'
        """
        values = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return ",".join(f"{name}={value}" for name, value, usual in values if value != usual)


def _check_percentage(name: str, given: object) -> None:
    if given is None and name != "closed_percent":
        return
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= 100:
        raise EnvInputError(
            f"{name} is {given!r}; expected a percentage, a whole number from 0 to 100."
        )


def _check_range(name: str, given: Range | None, limits: Range) -> None:
    if given is None and name != "rooms":
        return
    low, high = limits
    if (
        not isinstance(given, tuple)
        or len(given) != 2
        or not all(_is_whole(value) for value in given)
        or not low <= given[0] <= given[1] <= high
    ):
        raise EnvInputError(
            f"{name} is {given!r}; expected a range (lowest, highest) of whole numbers "
            f"from {low} to {high}."
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


LEVELS: Mapping[str, Difficulty] = {
    "official-like": Difficulty(),
    "small": Difficulty(
        receptacles=(8, 12), distractors=(5, 10), duplicates=(0, 2), hidden_percent=20
    ),
    "rooms": Difficulty(
        rooms=(2, 4), receptacles=(5, 9), distractors=(3, 7), duplicates=(0, 2), hidden_percent=25
    ),
}


def difficulty_from(given: Difficulty | Mapping[str, object] | str) -> Difficulty:
    """Return a difficulty from itself, from the name of a level, or from some of its knobs.

    Args:
        given: a ``Difficulty``; a level's name; or a mapping from knobs to values, in which a
            single number stands for a range of one, and ``level`` names the level that the other
            knobs are taken from (``official-like`` without it).

    Raises:
        UnknownNameError: an unknown level or knob; the nearest one is named.
        EnvInputError: a value that makes no sense.

    Example:
        >>> difficulty_from({"receptacles": 12, "depth": [6, 9]}).receptacles
        (12, 12)
    """
    if isinstance(given, Difficulty):
        return given
    if isinstance(given, str):
        return _level(given)
    if not isinstance(given, Mapping):
        raise EnvInputError(
            f"difficulty is {given!r}; expected a level ({', '.join(LEVELS)}), a mapping of knobs "
            "to values, or a Difficulty."
        )
    known = [field.name for field in fields(Difficulty)]
    base = _level(given.get("level", "official-like"))
    knobs: dict[str, object] = {name: getattr(base, name) for name in known}
    for name, value in given.items():
        if name == "level":
            continue
        if name not in knobs:
            raise UnknownNameError(unknown_name("knob", str(name), [*known, "level"]))
        knobs[name] = _as_range(value) if name in _LIMITS else value
    return Difficulty(**knobs)  # type: ignore[arg-type]


def _level(name: object) -> Difficulty:
    if name not in LEVELS:
        raise UnknownNameError(unknown_name("difficulty", str(name), LEVELS))
    return LEVELS[str(name)]


def _as_range(value: object) -> object:
    if _is_whole(value):
        return (value, value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(value)
    return value


def label(difficulty: Difficulty) -> str:
    """Return the name of a difficulty for ids: its level, or a digest of its knobs.

    Example:
        >>> label(LEVELS["small"])
        'small'
    """
    for name, known in LEVELS.items():
        if difficulty == known:
            return name
    return f"custom-{digest(difficulty.key):016x}"

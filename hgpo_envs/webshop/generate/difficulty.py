"""The knobs that make a goal of the generated shop harder to find or to tell from others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from hgpo_envs.draws import digest
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

Range = tuple[int, int]

DEFAULT = "standard"

_RANGES: Mapping[str, Range] = {
    "attributes": (1, 5),
    "options": (0, 3),
    "price_slack_percent": (0, 300),
}
_NUMBERS: Mapping[str, Range] = {
    "distractors": (0, 20),
    "paraphrase": (0, 3),
    "title_percent": (0, 100),
}


def _check_range(name: str, given: Range, limits: Range) -> None:
    low, high = limits
    if (
        not isinstance(given, tuple)
        or len(given) != 2
        or not all(map(_is_whole, given))
        or not low <= given[0] <= given[1] <= high
    ):
        raise EnvInputError(
            f"{name} is {given!r}; expected a range (lowest, highest) of whole numbers "
            f"from {low} to {high}."
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What the goals of a generated shop are like; a range is (lowest, highest), both included."""

    attributes: Range = (1, 3)
    """How many attributes an instruction asks for."""
    options: Range = (1, 2)
    """How many options it asks for."""
    price_slack_percent: Range = (5, 30)
    """By how much the price limit is above the dearest price that the product can have."""
    distractors: int = 4
    """How many products are made to match all but one of a product's constraints."""
    paraphrase: int = 2
    """0: one sentence for all; 1: many sentences; 2: other words for the kind of product, and
    the constraints in any order; 3: attributes and options spelt in other ways, too."""
    title_percent: int = 20
    """Of a hundred instructions, how many name the brand and the series in the title."""

    def __post_init__(self) -> None:
        for name, limits in _RANGES.items():
            _check_range(name, getattr(self, name), limits)
        for name, (low, high) in _NUMBERS.items():
            given = getattr(self, name)
            if not _is_whole(given) or not low <= given <= high:
                raise EnvInputError(
                    f"{name} is {given!r}; expected a whole number from {low} to {high}."
                )

    @property
    def key(self) -> str:
        """What a shop is drawn from: the knobs that differ from the standard ones.

        Example:
            >>> Difficulty(options=(2, 3), paraphrase=0).key
            'options=(2, 3),paraphrase=0'
        """
        values = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return ",".join(f"{name}={value}" for name, value, usual in values if value != usual)


LEVELS: Mapping[str, Difficulty] = {
    "easy": Difficulty(
        attributes=(1, 2),
        options=(0, 1),
        price_slack_percent=(30, 100),
        distractors=1,
        paraphrase=1,
        title_percent=60,
    ),
    "standard": Difficulty(),
    "hard": Difficulty(
        attributes=(2, 4),
        options=(2, 3),
        price_slack_percent=(1, 8),
        distractors=8,
        paraphrase=3,
        title_percent=0,
    ),
}

GivenDifficulty = Difficulty | Mapping[str, object] | str | None


def difficulty_from(given: GivenDifficulty) -> Difficulty:
    """Return a difficulty from itself, from the name of a level, or from some of its knobs.

    Args:
        given: a ``Difficulty``; a level's name; a mapping from knobs to values, in which a single
            number stands for a range of one, and ``level`` names the level that the other knobs
            are taken from; or None for the standard one.

    Raises:
        UnknownNameError: an unknown level or knob; the nearest one is named.
        EnvInputError: a value that makes no sense.

    Example:
        >>> difficulty_from({"attributes": 2, "level": "hard"}).attributes
        (2, 2)
    """
    if given is None:
        given = DEFAULT
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
    base = _level(given.get("level", DEFAULT))
    knobs: dict[str, object] = {name: getattr(base, name) for name in known}
    for name, value in given.items():
        if name == "level":
            continue
        if name not in knobs:
            raise UnknownNameError(unknown_name("knob", str(name), [*known, "level"]))
        knobs[name] = _as_range(value) if name in _RANGES else value
    return Difficulty(**knobs)  # type: ignore[arg-type]


def label(difficulty: Difficulty) -> str:
    """Return the name of a difficulty: its level, or a digest of its knobs.

    Example:
        >>> label(LEVELS["hard"])
        'hard'
    """
    for name, known in LEVELS.items():
        if difficulty == known:
            return name
    return f"custom-{digest(difficulty.key):016x}"


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

"""All generated games, of both generations, by family, difficulty, split and id."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from hgpo_envs.alfworld.generate.dialects import Dialect, check_dialect
from hgpo_envs.alfworld.generate.first import panel as first
from hgpo_envs.alfworld.generate.first.difficulty import LEVELS as FIRST_LEVELS
from hgpo_envs.alfworld.generate.measured.families import HOUSEHOLD, family
from hgpo_envs.alfworld.generate.measured.games import VERSION, Maker
from hgpo_envs.alfworld.generate.measured.knobs import LEVELS as MEASURED_LEVELS
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty, difficulty_from
from hgpo_envs.alfworld.generate.splits import SIZES, check_split
from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name

DEFAULT_DIFFICULTY = "easy"
LEVELS = (*FIRST_LEVELS, *MEASURED_LEVELS)
"""The named difficulties; ``easy`` and ``standard`` are of the family ``household`` only."""

GivenDifficulty = Difficulty | Mapping[str, object] | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The games of one family at one difficulty.

    Attributes:
        name: what stands in the ids of its games.
        version: the generator's version and the name: equal versions, equal games.
        family: the family's name.
        maker: makes the games; None for a level of the first generation.
    """

    name: str
    version: str
    family: str
    maker: Maker | None

    def task_ids(self, split: str, count: int | None = None) -> tuple[str, ...]:
        """Return the ids of a split's games, in their fixed order.

        Args:
            split: one of ``SPLITS``.
            count: how many; None is the split's size, and there are more without end.

        Raises:
            UnknownNameError: there is no such split.
        """
        check_split(split)
        return tuple(self._id(split, at) for at in range(SIZES[split] if count is None else count))

    def game(self, task_id: str, *, dialect: Dialect = "newer") -> dict[str, object]:
        """Make the game of an id: what an official ``game.tw-pddl`` holds, and a walkthrough.

        Raises:
            UnknownNameError: there is no such split, game or dialect.
            EnvInputError: the knobs leave no such game.
        """
        split = task_id.partition("/")[0]
        check_split(split)
        check_dialect(dialect)
        index = self._index(split, task_id)
        if self.maker is None:
            return first.make_game(split, index, self.name, dialect)
        return self.maker.game(split, index, dialect)

    def _id(self, split: str, index: int) -> str:
        if self.maker is None:
            return first.task_id(split, self.name, index)
        return self.maker.task_id(split, index)

    def _index(self, split: str, task_id: str) -> int:
        digits = task_id.rpartition("-")[2]
        if digits.isascii() and digits.isdecimal() and self._id(split, int(digits)) == task_id:
            return int(digits)
        ids = self.task_ids(split)
        near = get_close_matches(task_id, ids, n=1, cutoff=0)[0]
        raise UnknownNameError(
            f"unknown task {task_id!r} at difficulty {self.name!r}. Did you mean {near!r}?"
            f" Known: {len(ids)} ids from {ids[0]!r} to {ids[-1]!r}."
        )


def series(difficulty: GivenDifficulty = None, *, family: str = HOUSEHOLD) -> Series:
    """Return the games of a family at a difficulty.

    Args:
        difficulty: a level, a mapping from knobs to values, or a ``Difficulty``; None is the
            family's default.
        family: ``household`` (the six official task types), ``three`` (three things to put
            away), ``two-stage`` (two treatments, or two errands) or ``rooms`` (the six task
            types in rooms joined by doors).

    Raises:
        UnknownNameError: an unknown family, level or knob; the nearest one is named.
        EnvInputError: a value that makes no sense.

    Example:
        >>> series({"receptacles": 12, "depth": [12, 14]}, family="three").name[:13]
        'three-custom-'
    """
    return _series(_freeze(difficulty, family), family)


@lru_cache(maxsize=256)
def _series(difficulty: Difficulty | str, name: str) -> Series:
    if isinstance(difficulty, str):
        version = f"{first.VERSION}/{difficulty}"
        return Series(name=difficulty, version=version, family=name, maker=None)
    maker = Maker(family=name, difficulty=difficulty)
    maker.cell(0)  # knobs that leave no game are refused here, not when one is asked for
    return Series(name=maker.name, version=f"{VERSION}/{maker.name}", family=name, maker=maker)


def _freeze(given: GivenDifficulty, name: str) -> Difficulty | str:
    """Return the name of a level of the first generation, or the knobs."""
    chosen = family(name)
    if given is None:
        given = DEFAULT_DIFFICULTY if name == HOUSEHOLD else chosen.level
    if isinstance(given, str):
        levels = LEVELS if name == HOUSEHOLD else tuple(MEASURED_LEVELS)
        if given not in levels:
            raise UnknownNameError(unknown_name("difficulty", given, levels))
        if given in FIRST_LEVELS:
            return given
    return difficulty_from(given)


def task_ids(
    split: str, difficulty: GivenDifficulty = None, *, family: str = HOUSEHOLD
) -> tuple[str, ...]:
    """Return the ids of a split's games, in their fixed order.

    The difficulty is a part of the id, so that an id stands for one and the same game wherever it
    is used.

    Raises:
        UnknownNameError: there is no such generated split, difficulty or family.

    Example:
        >>> task_ids("gen_train")[0]
        'gen_train/easy/pick_and_place_simple-000000'
    """
    return series(difficulty, family=family).task_ids(split)


def game(
    task_id: str,
    difficulty: GivenDifficulty = None,
    *,
    family: str = HOUSEHOLD,
    dialect: Dialect = "newer",
) -> dict[str, object]:
    """Make the game of an id: what an official ``game.tw-pddl`` holds, and a walkthrough.

    Args:
        task_id: one of ``task_ids(split, difficulty, family=family)``.
        difficulty: what the id was listed with.
        family: what the id was listed with.
        dialect: ``newer`` ("move apple 1 to fridge 1") or ``older`` ("put apple 1 in/on fridge 1").

    Returns:
        ``pddl_domain``, ``pddl_problem``, ``grammar``, ``solvable`` and ``walkthrough``, the same
        bytes for the same arguments on every machine.

    Raises:
        UnknownNameError: there is no such split, game, difficulty or dialect.
        EnvInputError: the knobs leave no such game.
    """
    return series(difficulty, family=family).game(task_id, dialect=dialect)

"""The families of games: which task types they have, how often, and in which rooms."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty, label
from hgpo_envs.alfworld.generate.measured.tasks import LOOK, OFFICIAL, TASKS, THREE, TWO_STAGE, Ask
from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name

#: 2^32 over the golden ratio: its multiples spread evenly, so every run of games has the shares.
_GOLDEN = 2_654_435_769
_TURN = 1 << 32

Cell = tuple[str, str]
"""A task type and a kind of room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Games of some task types."""

    tasks: tuple[str, ...]
    level: str
    """The difficulty that it has by default."""


HOUSEHOLD = "household"
FAMILIES: Mapping[str, Family] = {
    HOUSEHOLD: Family(tasks=tuple(OFFICIAL), level="official-like"),
    "three": Family(tasks=tuple(THREE), level="official-like"),
    "two-stage": Family(tasks=tuple(TWO_STAGE), level="official-like"),
    "rooms": Family(tasks=tuple(OFFICIAL), level="rooms"),
}


def family(name: str) -> Family:
    """Return a family by its name.

    Raises:
        UnknownNameError: there is none; the nearest one is named.
    """
    if name not in FAMILIES:
        raise UnknownNameError(unknown_name("family of games", str(name), FAMILIES))
    return FAMILIES[name]


def series_name(name: str, difficulty: Difficulty) -> str:
    """Return what stands in the ids of a family's games at a difficulty.

    Example:
        >>> series_name("three", Difficulty())
        'three-official-like'
    """
    known = label(difficulty)
    if name == HOUSEHOLD:
        return known
    return name if known == name else f"{name}-{known}"


def spread(weights: Mapping[Cell, int], index: int) -> Cell:
    """Return the cell of the game at an index: every run of games has about the shares.

    Example:
        >>> [spread({("a", ""): 2, ("b", ""): 1}, index)[0] for index in range(6)]
        ['a', 'a', 'a', 'b', 'a', 'a']
    """
    left = (index * _GOLDEN % _TURN) * sum(weights.values()) >> 32
    for found, weight in weights.items():
        left -= weight
        if left < 0:
            return found
    raise AssertionError("unreachable: the weights sum up to more than any multiple")


@cache
def cells(name: str) -> Mapping[Cell, int]:
    """Return how often a family asks for each task type in each kind of room."""
    out: dict[Cell, int] = {}
    for task in family(name).tasks:
        for kind, counts in figures().observed.items():
            weight = _weight(task, counts["tasks"])
            if weight:
                out[task, kind] = weight
    return out


def model(ask: Ask) -> str:
    """Return the official task type that an errand takes its things and targets from.

    Example:
        >>> model(Ask(treatments=("clean", "heat")))
        'pick_heat_then_place_in_recep'
    """
    if ask.count > 1:
        return "pick_two_obj_and_place"
    if not ask.treatments:
        return "pick_and_place_simple"
    return f"pick_{ask.treatments[-1]}_then_place_in_recep"


def _weight(task: str, seen: Mapping[str, int]) -> int:
    if task in OFFICIAL:
        return seen.get(task, 0)
    asks = TASKS[task]
    return min(seen.get(model(ask), 0) for ask in asks) if task != LOOK else 0

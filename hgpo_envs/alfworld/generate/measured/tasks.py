"""What a game can ask for: the six official task types, and harder ones of our own.

Every goal is one or two errands: bring so many things of a kind, each treated so, to one and the
same receptacle of a type; or, in "look", hold a thing where a lamp is on.
"""

from collections.abc import Mapping
from dataclasses import dataclass

LOOK = "look_at_obj_in_light"
LAMP = "desklamp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """What can be done to a thing before it is put away."""

    tool: str
    """The receptacle type that does it."""
    able: str
    """The property that a thing needs for it."""
    state: str
    """The predicate that holds of the thing afterwards."""
    word: str
    """What such a thing is called."""


TREATMENTS: Mapping[str, Treatment] = {
    "clean": Treatment(tool="sinkbasin", able="cleanable", state="isClean", word="clean"),
    "heat": Treatment(tool="microwave", able="heatable", state="isHot", word="hot"),
    "cool": Treatment(tool="fridge", able="coolable", state="isCool", word="cool"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One errand of a task type: so many things, each treated in this order."""

    count: int = 1
    treatments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """One errand of a game: the kinds that a task type leaves open are filled in."""

    thing: str
    target: str
    """A receptacle type, or the lamp to look under."""
    count: int = 1
    treatments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a game asks for."""

    task: str
    errands: tuple[Errand, ...]

    @property
    def is_look(self) -> bool:
        """Tell whether the thing is to be held under a lamp instead of put away."""
        return self.task == LOOK

    @property
    def things(self) -> dict[str, int]:
        """Return how many things of each kind the goal needs."""
        needed: dict[str, int] = {}
        for errand in self.errands:
            needed[errand.thing] = needed.get(errand.thing, 0) + errand.count
        return needed


OFFICIAL: Mapping[str, tuple[Ask, ...]] = {
    "pick_and_place_simple": (Ask(),),
    LOOK: (Ask(),),
    "pick_clean_then_place_in_recep": (Ask(treatments=("clean",)),),
    "pick_heat_then_place_in_recep": (Ask(treatments=("heat",)),),
    "pick_cool_then_place_in_recep": (Ask(treatments=("cool",)),),
    "pick_two_obj_and_place": (Ask(count=2),),
}
THREE: Mapping[str, tuple[Ask, ...]] = {"pick_three_obj_and_place": (Ask(count=3),)}
TWO_STAGE: Mapping[str, tuple[Ask, ...]] = {
    "clean_and_heat_then_place": (Ask(treatments=("clean", "heat")),),
    "clean_and_cool_then_place": (Ask(treatments=("clean", "cool")),),
    "place_one_and_place_another": (Ask(), Ask()),
    "place_hot_and_place_clean": (Ask(treatments=("heat",)), Ask(treatments=("clean",))),
    "place_cool_and_place_clean": (Ask(treatments=("cool",)), Ask(treatments=("clean",))),
}
TASKS: Mapping[str, tuple[Ask, ...]] = {**OFFICIAL, **THREE, **TWO_STAGE}


def goal_of(task: str, *pairs: tuple[str, str]) -> Goal:
    """Return the goal of a task type with a pair (thing, target) for each of its errands.

    Example:
        >>> goal_of("pick_two_obj_and_place", ("mug", "shelf")).things
        {'mug': 2}
    """
    return Goal(
        task=task,
        errands=tuple(
            Errand(thing=thing, target=target, count=ask.count, treatments=ask.treatments)
            for ask, (thing, target) in zip(TASKS[task], pairs, strict=True)
        ),
    )

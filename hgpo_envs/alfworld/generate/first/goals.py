"""What a generated game can ask for: six task types, and which goals are kept for unseen games."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from hgpo_envs.alfworld.generate.first.difficulty import Difficulty
from hgpo_envs.alfworld.generate.first.layouts import Layout, layouts
from hgpo_envs.alfworld.generate.first.rooms import Room, world
from hgpo_envs.draws import digest

SIMPLE = "pick_and_place_simple"
LOOK = "look_at_obj_in_light"
CLEAN = "pick_clean_then_place_in_recep"
HEAT = "pick_heat_then_place_in_recep"
COOL = "pick_cool_then_place_in_recep"
TWO = "pick_two_obj_and_place"
TASK_TYPES = (SIMPLE, LOOK, CLEAN, HEAT, COOL, TWO)
"""The order in which the games of a split cycle."""

LAMP = "desklamp"
_SENTENCES = {
    SIMPLE: ("put some {} on {}.", "put a {} in {}."),
    LOOK: ("look at {} under the {}.", "examine the {} with the {}."),
    CLEAN: ("clean some {} and put it in {}.", "put a clean {} in {}."),
    HEAT: ("heat some {} and put it in {}.", "put a hot {} in {}."),
    COOL: ("cool some {} and put it in {}.", "put a cool {} in {}."),
    TWO: ("find two {} and put them in {}.", "put two {} in {}."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """What has to be done to a thing before it is put away."""

    verb: str
    tool: str
    able: str
    """The property that a thing needs for it."""
    state: str
    """The predicate that holds of the thing afterwards."""


TREATMENTS = {
    CLEAN: Treatment(verb="clean", tool="sinkbasin", able="cleanable", state="isClean"),
    HEAT: Treatment(verb="heat", tool="microwave", able="heatable", state="isHot"),
    COOL: Treatment(verb="cool", tool="fridge", able="coolable", state="isCool"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a game asks for; the target is a receptacle type, or the lamp to look under."""

    task_type: str
    thing: str
    target: str

    def sentence(self, form: int) -> str:
        """Say the goal in one of its two forms (0 or 1), without "Your task is to: "."""
        return _SENTENCES[self.task_type][form].format(self.thing, self.target)


@lru_cache(maxsize=256)
def goals_by_room(
    task_type: str, *, unseen: bool, difficulty: Difficulty
) -> Mapping[str, tuple[tuple[Goal, tuple[Layout, ...]], ...]]:
    """Return, per kind of room, the goals of a type with the layouts that they can be met in.

    A pair (thing, target) is either in the training games or in the unseen ones, in every task
    type alike.
    """
    out = {}
    for name, room in world().rooms.items():
        pool = layouts(name, unseen=unseen, difficulty=difficulty)
        fitting = (
            (goal, tuple(layout for layout in pool if _can_be_met(goal, layout, room)))
            for goal in _goals(task_type, room)
            if is_unseen(goal) == unseen
        )
        out[name] = tuple((goal, fits) for goal, fits in fitting if fits)
    return {name: goals for name, goals in out.items() if goals}


def is_unseen(goal: Goal) -> bool:
    """Tell whether a goal's pair of thing and target is kept for unseen games (about 1 in 4)."""
    return digest("goal", goal.thing, goal.target) % 4 == 0


def sources(goal: Goal, layout: Layout, room: Room) -> dict[str, int]:
    """Return the receptacle types on which the goal's thing can start, with their weights.

    It never starts on a receptacle of the target's type: a game is not won at its start.
    """
    places = room.objects[goal.thing].places
    return {
        name: weight
        for name, weight in places.items()
        if name in layout.types and name != goal.target
    }


def _goals(task_type: str, room: Room) -> list[Goal]:
    """List all pairs of a thing and a target that make sense in the room."""
    treatment = TREATMENTS.get(task_type)
    properties = world().properties
    out = []
    for thing in room.objects:
        if "pickupable" not in properties[thing]:
            continue
        if treatment and treatment.able not in properties[thing]:
            continue
        out += [Goal(task_type=task_type, thing=thing, target=t) for t in _targets(task_type, room)]
    return [goal for goal in out if task_type == LOOK or goal.thing in world().holds[goal.target]]


def _targets(task_type: str, room: Room) -> list[str]:
    if task_type == LOOK:
        return [LAMP] if LAMP in room.objects else []
    treatment = TREATMENTS.get(task_type)
    if treatment is None:
        return [name for name in room.furnishings if name in world().holds]
    if treatment.tool not in room.furnishings:
        return []
    return [name for name in room.furnishings if name in world().holds and name != treatment.tool]


def _can_be_met(goal: Goal, layout: Layout, room: Room) -> bool:
    treatment = TREATMENTS.get(goal.task_type)
    if treatment and treatment.tool not in layout.types:
        return False
    if not sources(goal, layout, room):
        return False
    if goal.task_type == LOOK:
        return any(name in layout.types for name in room.objects[LAMP].places)
    return goal.target in layout.types

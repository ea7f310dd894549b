"""Set the scene of a game: the goal, the room, what lies where, and which containers are closed."""

from dataclasses import dataclass

from hgpo_envs.alfworld.generate.first.difficulty import Difficulty
from hgpo_envs.alfworld.generate.first.goals import LAMP, LOOK, TWO, Goal, goals_by_room, sources
from hgpo_envs.alfworld.generate.first.layouts import Layout
from hgpo_envs.alfworld.generate.first.rooms import world
from hgpo_envs.draws import Draws


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a game asks for, and where; games that share it differ in their placements."""

    goal: Goal
    layout: Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A thing and the receptacle that it starts in, as an index into the layout."""

    kind: str
    receptacle: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A whole game, before it is written down."""

    goal: Goal
    sentence: str
    layout: Layout
    items: tuple[Item, ...]
    """The things of the goal's type come first."""
    closed: frozenset[int]
    """The closed containers, as indices into the layout."""


def draw_plan(draws: Draws, task_type: str, *, unseen: bool, difficulty: Difficulty) -> Plan:
    """Draw a kind of room, a goal of the type, and a layout in which it can be met."""
    by_room = goals_by_room(task_type, unseen=unseen, difficulty=difficulty)
    goal, fitting = draws.choice(by_room[draws.choice(tuple(by_room))])
    return Plan(goal=goal, layout=draws.choice(fitting))


def draw_scene(draws: Draws, plan: Plan, difficulty: Difficulty) -> Scene:
    """Draw what lies where; the goal's things never lie on a receptacle of the target's type."""
    goal, layout = plan.goal, plan.layout
    targets = _place_targets(draws, plan, difficulty)
    lamps = [_place(draws, layout, LAMP)] if goal.task_type == LOOK else []
    held = {item.receptacle for item in targets} if not difficulty.hidden_targets else set()
    closed = frozenset(
        at
        for at, kind in enumerate(layout.types)
        if kind in world().openable and at not in held and draws.percent(difficulty.closed_percent)
    )
    return Scene(
        goal=goal,
        sentence=goal.sentence(draws.below(2)),
        layout=layout,
        items=(*targets, *lamps, *_place_distractors(draws, plan, difficulty)),
        closed=closed,
    )


def _place_targets(draws: Draws, plan: Plan, difficulty: Difficulty) -> list[Item]:
    """Place the goal's things, each in a receptacle of its own as long as there are any."""
    types = plan.layout.types
    weights = sources(plan.goal, plan.layout, world().rooms[plan.layout.room])
    count = draws.between(*difficulty.targets) + (plan.goal.task_type == TWO)
    out: list[Item] = []
    free = {at: weights[kind] for at, kind in enumerate(types) if kind in weights}
    for _ in range(count):
        at = draws.weighted(free)
        out.append(Item(kind=plan.goal.thing, receptacle=at))
        if len(free) > 1:
            del free[at]
    return out


def _place_distractors(draws: Draws, plan: Plan, difficulty: Difficulty) -> list[Item]:
    room = world().rooms[plan.layout.room]
    low, high = difficulty.distractors or room.things
    present = set(plan.layout.types)
    only_once = {plan.goal.thing, LAMP} if plan.goal.task_type == LOOK else {plan.goal.thing}
    weights = {
        kind: thing.weight
        for kind, thing in room.objects.items()
        if kind not in only_once and present & thing.places.keys()
    }
    return [
        _place(draws, plan.layout, draws.weighted(weights)) for _ in range(draws.between(low, high))
    ]


def _place(draws: Draws, layout: Layout, kind: str) -> Item:
    places = world().rooms[layout.room].objects[kind].places
    weights = {name: weight for name, weight in places.items() if name in layout.types}
    name = draws.weighted(weights)
    fitting = [at for at, other in enumerate(layout.types) if other == name]
    return Item(kind=kind, receptacle=draws.choice(fitting))

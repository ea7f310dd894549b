"""Set the scene of a game: its home, its goal, what lies where, and which containers are shut."""

from dataclasses import dataclass

from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.furnish import draw_room, join_rooms
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.measured.plans import Step, shortest_plan
from hgpo_envs.alfworld.generate.measured.quests import draw_goal
from hgpo_envs.alfworld.generate.measured.scene import Home, Scene
from hgpo_envs.alfworld.generate.measured.sentences import sentence
from hgpo_envs.alfworld.generate.measured.stock import TARGET_ROOM, draw_things
from hgpo_envs.alfworld.generate.measured.tasks import Goal
from hgpo_envs.draws import Draws

_ATTEMPTS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a game asks for, and where; games that share it differ in what lies about."""

    goal: Goal
    home: Home


def draw_plan(
    draws: Draws, task: str, kind: str, *, unseen: bool, difficulty: Difficulty
) -> Plan | None:
    """Draw a home whose first room is of a kind, and a goal of a task type that it can offer."""
    for _ in range(_ATTEMPTS):
        first = draw_room(draws, kind, unseen=unseen, difficulty=difficulty)
        goal = draw_goal(draws, task, kind, first.types, unseen=unseen)
        if goal is None:
            continue
        others = draws.shuffled([name for name in figures().observed if name != kind])
        more = draws.between(*difficulty.rooms) - 1
        rooms = [first] + [
            draw_room(draws, others[at % len(others)], unseen=unseen, difficulty=difficulty)
            for at in range(more)
        ]
        return Plan(goal=goal, home=join_rooms(draws, rooms))
    return None


def draw_scene(draws: Draws, plan: Plan, difficulty: Difficulty) -> Scene | None:
    """Draw what lies where; None where the goal's things found no place."""
    home, goal = plan.home, plan.goal
    closed = frozenset(
        at for at in sorted(home.openable) if draws.percent(difficulty.closed_percent)
    )
    things = draw_things(draws, home, closed, goal, difficulty)
    if things is None:
        return None
    return Scene(
        home=home,
        things=things,
        closed=closed,
        goal=goal,
        sentence=sentence(goal, draws.below(2)),
        start=draws.below(len(home.kinds)) if len(home.kinds) > 1 else TARGET_ROOM,
    )


def attempt_scene(
    draws: Draws, plan: Plan, difficulty: Difficulty
) -> tuple[Scene, tuple[Step, ...]] | None:
    """Draw a scene and find a shortest plan; None where there is none of the depth asked for."""
    scene = draw_scene(draws, plan, difficulty)
    if scene is None:
        return None
    steps = shortest_plan(scene)
    return (scene, steps) if is_as_deep(len(steps), difficulty) else None


def is_as_deep(length: int, difficulty: Difficulty) -> bool:
    """Tell whether a plan of a length is there and as long as the knobs ask for."""
    low, high = difficulty.depth or (1, length)
    return 0 < low <= length <= high

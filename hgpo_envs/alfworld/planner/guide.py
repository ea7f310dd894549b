"""What the planner tells an environment that was asked to show it."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from hgpo_envs.alfworld.engine import Game, Play
from hgpo_envs.alfworld.planner.planner import Planner
from hgpo_envs.errors import EnvInputError

EXTRAS = ("expert_action", "progress")

# Gives the content of a task's game file, and its game.
Read = Callable[[str], Mapping[str, object]]
Load = Callable[[str], object]

_MOST_PLANNERS = 64


class Guide:
    """Answers for the games of one panel.

    Args:
        read: gives the content of a task's game file.
        load: gives a task's game.
    """

    def __init__(self, read: Read, load: Load) -> None:
        self._read = read
        self._load = load

    def expert_action(self, task: str, play: object) -> str | None:
        """Return the first command of a shortest plan; None if the game is won or lost.

        Raises:
            EnvInputError: the game is not played on our engine.
            PlanningError: the game is beyond the planner's limits.
        """
        planner, _ = self._planner(task)
        plan = planner.plan(_ours(play, task))
        return plan[0] if plan else None

    def progress(self, task: str, play: object) -> float:
        """Return 1 - d / d₀, at least 0: d commands are left now, and d₀ were at the start.

        It is 1 exactly where the game is won, and 0 where the goal is out of reach.

        Raises:
            EnvInputError: the game is not played on our engine.
            PlanningError: the game is beyond the planner's limits.
        """
        planner, first = self._planner(task)
        left = planner.distance(_ours(play, task))
        if left is None:
            return 0.0
        return max(0.0, 1.0 - left / max(first or 0, 1))

    def _planner(self, task: str) -> tuple[Planner, int | None]:
        return _planner(self._read, self._load, task)


@lru_cache(maxsize=_MOST_PLANNERS)
def _planner(read: Read, load: Load, task: str) -> tuple[Planner, int | None]:
    """Make a game's planner and return it with the distance from the start to the goal."""
    game = load(task)
    if not isinstance(game, Game):
        raise _other_engine(task)
    planner = Planner(read(task), name=task)
    return planner, planner.distance(game.start())


def _ours(play: object, task: str) -> Play:
    if not isinstance(play, Play):
        raise _other_engine(task)
    return play


def _other_engine(task: str) -> EnvInputError:
    return EnvInputError(
        f"the extras {EXTRAS[0]!r} and {EXTRAS[1]!r} come from a planner on our own engine, and "
        f"{task!r} is played on the original one. Leave them out, or take engine='fast'."
    )

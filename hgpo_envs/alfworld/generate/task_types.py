"""Tell the task type of a game from its id or from its goal."""

from collections.abc import Mapping
from functools import lru_cache

from hgpo_envs.alfworld.generate.measured.problem import goal_text
from hgpo_envs.alfworld.generate.measured.tasks import TASKS, goal_of
from hgpo_envs.errors import EnvInputError

_MARKS = ("(holds ", "(isclean ", "(ishot ", "(iscool ", "(inreceptacle ", "(not (= ")
"""What is counted in a goal: the counts tell the task types apart."""


def task_type(game_or_id: Mapping[str, object] | str) -> str:
    """Return the task type of a generated game's id, or of a game, official ones included.

    Raises:
        EnvInputError: it can't be told from what was given.

    Example:
        >>> task_type("gen_seen/easy/pick_two_obj_and_place-000005")
        'pick_two_obj_and_place'
    """
    if isinstance(game_or_id, str):
        for name in sorted(TASKS, key=len, reverse=True):
            if name in game_or_id:
                return name
        raise EnvInputError(
            f"no task type in {game_or_id!r}. It has to hold one of: {', '.join(TASKS)}."
        )
    goal = " ".join(str(game_or_id.get("pddl_problem", "")).lower().partition("(:goal")[2].split())
    if not goal:
        raise EnvInputError("the game has no goal: give it a pddl_problem with a (:goal ...).")
    known = _counts_by_task()
    if _counts(goal) not in known:
        raise EnvInputError(
            f"the game's goal is of no known task type: {goal!r}. Known: {', '.join(TASKS)}."
        )
    return known[_counts(goal)]


@lru_cache(maxsize=1)
def _counts_by_task() -> dict[tuple[int, ...], str]:
    pairs = (("thing", "place"), ("other", "elsewhere"))
    return {
        _counts(goal_text(goal_of(task, *pairs[: len(asks)])).lower()): task
        for task, asks in TASKS.items()
    }


def _counts(goal: str) -> tuple[int, ...]:
    return tuple(goal.count(mark) for mark in _MARKS)

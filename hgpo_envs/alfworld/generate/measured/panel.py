"""Name the games, and make the one that a name stands for."""

from collections.abc import Mapping
from functools import cache

from hgpo_envs.alfworld.generate.dialects import Dialect
from hgpo_envs.alfworld.generate.draws import Draws
from hgpo_envs.alfworld.generate.measured.families import cell
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.measured.naming import name_all
from hgpo_envs.alfworld.generate.measured.plans import Step, shortest_plan
from hgpo_envs.alfworld.generate.measured.problem import problem_text
from hgpo_envs.alfworld.generate.measured.scene import Scene
from hgpo_envs.alfworld.generate.measured.scenes import Plan, draw_plan, draw_scene
from hgpo_envs.alfworld.generate.measured.words import commands, domain, grammar
from hgpo_envs.alfworld.generate.splits import SIZES
from hgpo_envs.errors import EnvInputError

VERSION = "2"
"""Rises whenever an id can stand for another game."""
_ATTEMPTS = 300


def task_id(split: str, family_name: str, series_name: str, index: int) -> str:
    """Return the id of a game."""
    task, _ = cell(family_name, index)
    return f"{split}/{series_name}/{task}-{index:06d}"


def make_game(
    split: str, index: int, family_name: str, difficulty: Difficulty, dialect: Dialect
) -> dict[str, object]:
    """Make a game: what an official ``game.tw-pddl`` holds, and a walkthrough."""
    scene, steps = make_scene(split, index, family_name, difficulty)
    naming = name_all(scene)
    has_rooms = bool(scene.home.doors)
    return {
        "pddl_domain": domain(dialect, has_rooms=has_rooms),
        "pddl_problem": problem_text(f"{split}_{index:06d}", scene, naming),
        "grammar": grammar(dialect, has_rooms=has_rooms).replace("<TASK>", scene.sentence),
        "solvable": True,
        "walkthrough": commands(steps, naming, dialect),
    }


def make_scene(
    split: str, index: int, family_name: str, difficulty: Difficulty
) -> tuple[Scene, tuple[Step, ...]]:
    """Make the scene of a game, and a shortest plan that wins it.

    Raises:
        EnvInputError: the knobs leave no such game.
    """
    scene, steps, _ = _accepted(split, index, family_name, difficulty)
    return scene, steps


def _accepted(
    split: str, index: int, family_name: str, difficulty: Difficulty
) -> tuple[Scene, tuple[Step, ...], Plan]:
    """Draw until there is a game that can be won, in as many steps as the knobs ask for."""
    key = (VERSION, family_name, split, index, difficulty)
    lengths = set()
    for attempt in range(_ATTEMPTS):
        plan = _plan(split, index, family_name, difficulty, attempt)
        scene = draw_scene(Draws("scene", *key, attempt), plan, difficulty) if plan else None
        if plan is None or scene is None:
            continue
        steps = shortest_plan(scene)
        lengths.add(len(steps))
        low, high = difficulty.depth or (1, len(steps))
        if low <= len(steps) <= high:
            return scene, steps, plan
    raise EnvInputError(_no_game(cell(family_name, index), difficulty, lengths))


def _plan(
    split: str, index: int, family_name: str, difficulty: Difficulty, attempt: int
) -> Plan | None:
    """Draw what a game asks for, and where; a seen game takes over a training game's plan."""
    key = (VERSION, family_name, split, index, difficulty, attempt)
    task, kind = cell(family_name, index)
    if split == "gen_seen":
        twin = _twin(Draws("twin", *key), family_name, task, kind)
        return _accepted("gen_train", twin, family_name, difficulty)[2]
    return draw_plan(
        Draws("plan", *key), task, kind, unseen=split == "gen_unseen", difficulty=difficulty
    )


def _twin(draws: Draws, family_name: str, task: str, kind: str) -> int:
    """Draw a training game of the same task type in the same kind of room."""
    return draws.choice(_alike(family_name)[task, kind])


@cache
def _alike(family_name: str) -> Mapping[tuple[str, str], tuple[int, ...]]:
    out: dict[tuple[str, str], list[int]] = {}
    for index in range(SIZES["gen_train"]):
        out.setdefault(cell(family_name, index), []).append(index)
    return {name: tuple(found) for name, found in out.items()}


def _no_game(where: tuple[str, str], difficulty: Difficulty, lengths: set[int]) -> str:
    task, kind = where
    if not lengths:
        return (
            f"no {task} game in a {kind} fits {difficulty} (tried {_ATTEMPTS}): the things that it "
            "needs find no place. Give wider ranges."
        )
    return (
        f"no {task} game in a {kind} has depth={difficulty.depth} (tried {_ATTEMPTS}): shortest "
        f"plans there had {min(lengths)} to {max(lengths)} commands. Give another depth."
    )

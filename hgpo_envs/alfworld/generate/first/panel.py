"""Name the games of a level, and make the one that a name stands for."""

from functools import lru_cache

from hgpo_envs.alfworld.generate.dialects import Dialect, domain, grammar
from hgpo_envs.alfworld.generate.first.difficulty import LEVELS, Difficulty
from hgpo_envs.alfworld.generate.first.goals import TASK_TYPES
from hgpo_envs.alfworld.generate.first.naming import name_all
from hgpo_envs.alfworld.generate.first.problem import problem_text
from hgpo_envs.alfworld.generate.first.scenes import Plan, draw_plan, draw_scene
from hgpo_envs.alfworld.generate.first.walkthrough import walkthrough
from hgpo_envs.alfworld.generate.splits import SIZES
from hgpo_envs.draws import Draws

VERSION = "1"
"""Rises whenever an id can stand for another game."""


def task_id(split: str, level: str, index: int) -> str:
    """Return the id of a game; the task types take turns."""
    return f"{split}/{level}/{TASK_TYPES[index % len(TASK_TYPES)]}-{index:06d}"


def make_game(split: str, index: int, level: str, dialect: Dialect) -> dict[str, object]:
    """Make a game: what an official ``game.tw-pddl`` holds, and a walkthrough."""
    difficulty = LEVELS[level]
    key = (VERSION, split, index, difficulty)
    scene = draw_scene(Draws("scene", *key), _plan(split, index, difficulty), difficulty)
    naming = name_all(scene)
    return {
        "pddl_domain": domain(dialect),
        "pddl_problem": problem_text(f"{split}_{index:06d}", scene, naming),
        "grammar": grammar(dialect).replace("<TASK>", scene.sentence),
        "solvable": True,
        "walkthrough": walkthrough(scene, naming, dialect),
    }


@lru_cache(maxsize=512)
def _plan(split: str, index: int, difficulty: Difficulty) -> Plan:
    """Draw what a game asks for, and where; a seen game takes over a training game's plan."""
    if split == "gen_seen":
        turn, cycle = index % len(TASK_TYPES), len(TASK_TYPES)
        draws = Draws("twin", VERSION, index, difficulty)
        rounds = (SIZES["gen_train"] - turn + cycle - 1) // cycle
        return _plan("gen_train", turn + cycle * draws.below(rounds), difficulty)
    return draw_plan(
        Draws("plan", VERSION, split, index, difficulty),
        TASK_TYPES[index % len(TASK_TYPES)],
        unseen=split == "gen_unseen",
        difficulty=difficulty,
    )

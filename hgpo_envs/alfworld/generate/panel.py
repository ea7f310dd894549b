"""Name the generated games, and make the one that a name stands for."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from hgpo_envs.alfworld.generate.difficulty import (
    DEFAULT_DIFFICULTY,
    Dialect,
    Difficulty,
    label,
    resolve,
)
from hgpo_envs.alfworld.generate.draws import Draws
from hgpo_envs.alfworld.generate.goals import CLEAN, COOL, HEAT, LOOK, SIMPLE, TASK_TYPES, TWO
from hgpo_envs.alfworld.generate.naming import name_all
from hgpo_envs.alfworld.generate.problem import problem_text
from hgpo_envs.alfworld.generate.scenes import Plan, draw_plan, draw_scene
from hgpo_envs.alfworld.generate.walkthrough import PUT, walkthrough
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

GENERATOR_VERSION = "1"
"""Rises whenever an id can stand for another game."""
SPLITS = {"gen_train": 2000, "gen_seen": 200, "gen_unseen": 200}
"""Games in each split; unseen ones ask for pairs, in rooms, that no other split has."""

_ARRIVAL = {"newer": "{r.name}", "older": "{lend.name}"}
_GOAL_MARKS = (
    ("(holds ", LOOK),
    ("(isclean ", CLEAN),
    ("(ishot ", HEAT),
    ("(iscool ", COOL),
    ("(not (= ", TWO),
)


def task_ids(split: str, difficulty: Difficulty | str = DEFAULT_DIFFICULTY) -> tuple[str, ...]:
    """Return the ids of a split's games, in their fixed order.

    The task types take turns, and the difficulty is a part of the id, so that an id stands for
    one and the same game wherever it is used.

    Raises:
        UnknownNameError: there is no such generated split or level of difficulty.

    Example:
        >>> task_ids("gen_train")[0]
        'gen_train/easy/pick_and_place_simple-000000'
    """
    return tuple(_indices(split, resolve(difficulty)))


def task_type(game_or_id: Mapping[str, object] | str) -> str:
    """Return the task type of a generated game's id, or of a game, official ones included.

    Raises:
        EnvInputError: it can't be told from what was given.

    Example:
        >>> task_type("gen_seen/easy/pick_two_obj_and_place-000005")
        'pick_two_obj_and_place'
    """
    if isinstance(game_or_id, str):
        for name in TASK_TYPES:
            if name in game_or_id:
                return name
        raise EnvInputError(
            f"no task type in {game_or_id!r}. It has to hold one of: {', '.join(TASK_TYPES)}."
        )
    goal = " ".join(str(game_or_id.get("pddl_problem", "")).lower().partition("(:goal")[2].split())
    if not goal:
        raise EnvInputError("the game has no goal: give it a pddl_problem with a (:goal ...).")
    return next((name for mark, name in _GOAL_MARKS if mark in goal), SIMPLE)


def game(
    task_id: str,
    difficulty: Difficulty | str = DEFAULT_DIFFICULTY,
    *,
    dialect: Dialect = "newer",
) -> dict[str, object]:
    """Make the game of an id: what an official ``game.tw-pddl`` holds, and a walkthrough.

    Args:
        task_id: one of ``task_ids(split, difficulty)``.
        difficulty: the level, or the figures, that the id was listed with.
        dialect: ``newer`` ("move apple 1 to fridge 1") or ``older`` ("put apple 1 in/on fridge 1").

    Returns:
        ``pddl_domain``, ``pddl_problem``, ``grammar``, ``solvable`` and ``walkthrough``, the same
        bytes for the same arguments on every machine.

    Raises:
        UnknownNameError: there is no such split, game, level of difficulty or dialect.
    """
    split, difficulty = task_id.partition("/")[0], resolve(difficulty)
    index = _index(task_id, split, difficulty)
    if dialect not in PUT:
        raise UnknownNameError(unknown_name("dialect", dialect, PUT))
    key = (GENERATOR_VERSION, split, index, difficulty)
    scene = draw_scene(Draws("scene", *key), _plan(split, index, difficulty), difficulty)
    naming = name_all(scene)
    return {
        "pddl_domain": _domain(dialect),
        "pddl_problem": problem_text(f"{split}_{index:06d}", scene, naming),
        "grammar": _grammar(dialect).replace("<TASK>", scene.sentence),
        "solvable": True,
        "walkthrough": walkthrough(scene, naming, dialect),
    }


@lru_cache(maxsize=64)
def _indices(split: str, difficulty: Difficulty) -> dict[str, int]:
    if split not in SPLITS:
        raise UnknownNameError(unknown_name("generated split", split, SPLITS))
    return {
        f"{split}/{label(difficulty)}/{TASK_TYPES[index % len(TASK_TYPES)]}-{index:06d}": index
        for index in range(SPLITS[split])
    }


def _index(task_id: str, split: str, difficulty: Difficulty) -> int:
    known = _indices(split, difficulty)
    if task_id in known:
        return known[task_id]
    ids = tuple(known)
    near = get_close_matches(task_id, ids, n=1, cutoff=0)[0]
    raise UnknownNameError(
        f"unknown task {task_id!r} at difficulty {label(difficulty)!r}. Did you mean {near!r}?"
        f" Known: {len(ids)} ids from {ids[0]!r} to {ids[-1]!r}."
    )


def _plan(split: str, index: int, difficulty: Difficulty) -> Plan:
    """Draw what a game asks for, and where; a seen game takes over a training game's plan."""
    if split == "gen_seen":
        turn, cycle = index % len(TASK_TYPES), len(TASK_TYPES)
        draws = Draws("twin", GENERATOR_VERSION, index, difficulty)
        rounds = (SPLITS["gen_train"] - turn + cycle - 1) // cycle
        return _plan("gen_train", turn + cycle * draws.below(rounds), difficulty)
    return draw_plan(
        Draws("plan", GENERATOR_VERSION, split, index, difficulty),
        TASK_TYPES[index % len(TASK_TYPES)],
        unseen=split == "gen_unseen",
        difficulty=difficulty,
    )


@lru_cache(maxsize=2)
def _domain(dialect: Dialect) -> str:
    """Return the domain; the older dialect has no help."""
    text = files(__package__).joinpath("domain.pddl").read_text(encoding="utf-8")
    if dialect == "newer":
        return text
    return text.partition("\n\n  (:action help")[0] + ")\n"


@lru_cache(maxsize=2)
def _grammar(dialect: Dialect) -> str:
    """Return the grammar, with the task's sentence still to be filled in."""
    text = files(__package__).joinpath("grammar.twl2").read_text(encoding="utf-8")
    put = PUT[dialect]
    return (
        text.replace("<ARRIVAL>", _ARRIVAL[dialect])
        .replace("<PUT>", put.format(o="the {o.name}", r="the {r.name}"))
        .replace("<PUT_COMMAND>", put.format(o="{o}", r="{r}"))
    )

"""Try out which task types a difficulty leaves, before anyone lists its games."""

from collections.abc import Mapping

from hgpo_envs.alfworld.generate.measured.families import Cell, cells
from hgpo_envs.alfworld.generate.measured.knobs import Difficulty
from hgpo_envs.alfworld.generate.measured.plans import shortest_plan
from hgpo_envs.alfworld.generate.measured.scenes import draw_plan, draw_scene, is_as_deep
from hgpo_envs.draws import Draws
from hgpo_envs.errors import EnvInputError

_TRIALS = 40
_LEAST = 3
"""So many of the trials must succeed, else making a game could take too many attempts."""


def feasible_cells(family: str, difficulty: Difficulty) -> Mapping[Cell, int]:
    """Return the cells of a family in which games at a difficulty are found soon.

    Raises:
        EnvInputError: there is no such cell; the message says how long plans were in trials.
    """
    lengths: list[int] = []
    out = {}
    for cell, weight in cells(family).items():
        sides = [_try(cell, difficulty, unseen=unseen) for unseen in (False, True)]
        lengths += [length for side in sides for length in side]
        fitting = [sum(is_as_deep(length, difficulty) for length in side) for side in sides]
        if min(fitting) >= _LEAST:
            out[cell] = weight
    if not out:
        raise EnvInputError(_no_game(family, difficulty, lengths))
    return out


def _try(cell: Cell, difficulty: Difficulty, *, unseen: bool) -> list[int]:
    """Return the lengths of shortest plans in trial games."""
    out = []
    for trial in range(_TRIALS):
        draws = Draws("trial", *cell, difficulty.key, unseen, trial)
        plan = draw_plan(draws, *cell, unseen=unseen, difficulty=difficulty)
        scene = draw_scene(draws, plan, difficulty) if plan else None
        if scene is not None:
            out.append(len(shortest_plan(scene)))
    return out


def _no_game(family: str, difficulty: Difficulty, lengths: list[int]) -> str:
    if not lengths:
        return (
            f"no game of the family {family!r} fits {difficulty.key}: what a goal needs finds no "
            "place. Give wider ranges."
        )
    return (
        f"hardly any game of the family {family!r} fits {difficulty.key}: shortest plans in trial "
        f"games had {min(lengths)} to {max(lengths)} commands. Give another depth, or wider ranges."
    )

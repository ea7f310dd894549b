"""Write generated games down as official data: folders that any ALFWorld reads.

Below the folder lies ``json_2.1.1/SPLIT/TASK/TRIAL/`` with ``game.tw-pddl`` and
``traj_data.json``, so the folder can be ``ALFWORLD_DATA``.
"""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from hgpo_envs.alfworld.data.layout import GAME, TRAJECTORY, VERSION
from hgpo_envs.alfworld.generate.catalogue import GivenDifficulty, Series, series
from hgpo_envs.alfworld.generate.dialects import Dialect
from hgpo_envs.alfworld.generate.measured.families import HOUSEHOLD
from hgpo_envs.alfworld.generate.measured.reading import read_goal
from hgpo_envs.alfworld.generate.measured.sentences import descriptions
from hgpo_envs.alfworld.generate.measured.tasks import Goal
from hgpo_envs.alfworld.generate.task_types import task_type
from hgpo_envs.errors import DataError, EnvInputError


def write_games(
    folder: str | os.PathLike[str],
    split: str = "gen_train",
    difficulty: GivenDifficulty = None,
    dialect: Dialect = "newer",
    count: int | None = None,
    *,
    family: str = HOUSEHOLD,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, ...]:
    """Write the games of a split as official-format files.

    A file appears whole or not at all, and one that is there with the same content is left alone,
    so a call that was interrupted is simply repeated.

    Args:
        folder: is made if it isn't there.
        split: a generated split.
        difficulty: a level, knobs and their values, or None for the family's default.
        dialect: ``newer`` or ``older``.
        count: how many games, from the first; None is the split's size.
        family: the family of games.
        progress: is told after each game how many of how many are written.

    Returns:
        The game files, in the split's order.

    Raises:
        UnknownNameError: an unknown split, difficulty, dialect or family.
        EnvInputError: a count that is no count, or knobs that leave no game.
        DataError: a file is there with other content.
    """
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 1):
        raise EnvInputError(f"count is {count!r}; expected a whole number of games from 1.")
    games = series(difficulty, family=family)
    ids = games.task_ids(split, count)
    out = []
    for done, task_id in enumerate(ids, start=1):
        out.append(_write_game(Path(folder) / VERSION / split, games, task_id, dialect))
        if progress is not None:
            progress(done, len(ids))
    return tuple(out)


def _write_game(root: Path, games: Series, task_id: str, dialect: Dialect) -> Path:
    game = games.game(task_id, dialect=dialect)
    task = task_type(task_id)
    goal = read_goal(str(game["pddl_problem"]), task)
    number = int(task_id.rpartition("-")[2])
    trial = f"trial_{root.name}_{games.name}_{number:06d}"
    home = root / _folder_name(goal, number) / trial
    home.mkdir(parents=True, exist_ok=True)
    _write(home / TRAJECTORY, _trajectory(goal, trial, games.version, number))
    _write(home / GAME, game)
    return home / GAME


def _folder_name(goal: Goal, number: int) -> str:
    """Return TYPE-OBJECT-MOVABLE-TARGET-ROOM, as official folders are named."""
    things = "+".join(errand.thing for errand in goal.errands)
    targets = "+".join(errand.target for errand in goal.errands)
    return f"{goal.task}-{things}-None-{targets}-{number:06d}"


def _trajectory(goal: Goal, trial: str, version: str, number: int) -> dict[str, object]:
    """Return what official annotation files hold, as far as text games have use for it."""
    first = goal.errands[0]
    target = "" if goal.is_look else first.target
    return {
        "pddl_params": {
            "mrecep_target": "",
            "object_sliced": False,
            "object_target": first.thing,
            "parent_target": target,
            "toggle_target": first.target if goal.is_look else "",
        },
        "task_id": trial,
        "task_type": goal.task,
        "turk_annotations": {
            "anns": [
                {
                    "assignment_id": f"template-{at}",
                    "high_descs": [],
                    "task_desc": text,
                    "votes": [],
                }
                for at, text in enumerate(descriptions(goal))
            ]
        },
        "scene": {"floor_plan": f"generated {version}", "scene_num": number, "random_seed": number},
    }


def _write(path: Path, record: Mapping[str, object]) -> None:
    data = json.dumps(record, sort_keys=True).encode()
    if path.exists():
        if path.read_bytes() != data:
            raise DataError(
                f"{str(path)!r} is there with other content. Name an empty folder, or remove it."
            )
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise

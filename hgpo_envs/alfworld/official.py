"""Official games on disk: which of a split can be played, in an order that no disk decides."""

import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from hgpo_envs.errors import DataError, GameFileError
from hgpo_envs.panel import TaskPanel

VARIABLE = "ALFWORLD_DATA"
VERSION = "json_2.1.1"
GAME = "game.tw-pddl"

#: Playable games of each official split: solvable, without sliced and movable objects.
WHOLE: Mapping[str, int] = {
    "train": 3554,
    "valid_train": 200,
    "valid_seen": 140,
    "valid_unseen": 134,
}

#: SHA-256 of the sorted task ids, one a line, of the splits that were at hand to be read.
WHOLE_IDS: Mapping[str, str] = {
    "train": "f15886e92b5fe91379abc7c5f79330f4b58bde6479d533502d624798166c451f",
    "valid_seen": "ef35bea9156a6c9bc173a60a3753b93df39adfd1b6bbe322e4f085a710ac2358",
}

_SOLVABLE = re.compile(rb'"solvable"\s*:\s*(true|false)\s*[,}]')
_TAIL_BYTES = 256


def data_root(data: str | os.PathLike[str] | None) -> Path:
    """Return the folder that holds ``json_2.1.1``.

    Args:
        data: the folder; None takes the environment variable ``ALFWORLD_DATA``.

    Raises:
        DataError: no folder is named, or it has no ``json_2.1.1``.
    """
    source = "data" if data is not None else VARIABLE
    given = data if data is not None else os.environ.get(VARIABLE)
    if not given:
        raise DataError(
            f"official games were asked for, and neither data= nor {VARIABLE} names their "
            f"folder. Set it to the folder that holds {VERSION}, or use a generated split "
            "(gen_train, gen_seen, gen_unseen)."
        )
    root = Path(given)
    if not (root / VERSION).is_dir():
        raise DataError(
            f"{source} is {str(root)!r}, and there is no folder {VERSION} in it. "
            f"Name the folder that holds {VERSION}{_hint(root)}."
        )
    return root.absolute()


def _hint(root: Path) -> str:
    """Say where the folder probably is, for one who named a folder in it."""
    above = next((folder for folder in root.absolute().parents if folder.name == VERSION), None)
    if root.name == VERSION:
        above = root.absolute()
    return f", which is {str(above.parent)!r}" if above is not None else ""


def official_panel(env_id: str, split: str, data: str | os.PathLike[str] | None) -> TaskPanel:
    """List a split's playable games by task id (``TASK_FOLDER/TRIAL_FOLDER``), sorted.

    Raises:
        DataError: the data or the split's folder is missing, or holds no playable game.
        GameFileError: a game file can't be read.
    """
    folder = data_root(data) / VERSION / split
    if not folder.is_dir():
        raise DataError(
            f"there is no folder {str(folder)!r}, so split {split!r} can't be played. "
            "Unpack that split there, or choose another."
        )
    ids = _playable(folder)
    if not ids:
        raise DataError(
            f"{str(folder)!r} holds no playable game: none is solvable and free of sliced and "
            f"movable objects. Expected TASK/TRIAL/{GAME} below it."
        )
    return TaskPanel(
        env_id=env_id,
        split=split,
        version=VERSION,
        ids=ids,
        kinds=tuple(task.split("-", 1)[0] for task in ids),
        partial=not _is_whole(split, ids),
    )


def _is_whole(split: str, ids: tuple[str, ...]) -> bool:
    if split not in WHOLE_IDS:
        return len(ids) == WHOLE[split]
    listed = "\n".join(ids).encode("utf-8", "surrogatepass")
    return sha256(listed).hexdigest() == WHOLE_IDS[split]


@lru_cache(maxsize=16)
def _playable(folder: Path) -> tuple[str, ...]:
    ids = []
    for path in folder.glob(f"*/*/{GAME}"):
        task, trial = path.parent.parent.name, path.parent.name
        if "movable" in task or "Sliced" in task or "movable" in trial or "Sliced" in trial:
            continue
        if is_solvable(path):
            ids.append(f"{task}/{trial}")
    return tuple(sorted(ids))


def is_solvable(path: Path) -> bool:
    """Read a game file's ``solvable`` mark, from its last bytes where it stands there.

    Raises:
        GameFileError: the file can't be read, is no JSON, or has no such mark.
    """
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - _TAIL_BYTES))
            found = _SOLVABLE.findall(file.read())
        if len(found) == 1:
            return bool(found[0] == b"true")
        game = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise GameFileError(f"{str(path)!r} is no readable game file: {error}.") from error
    if not isinstance(game, dict) or not isinstance(game.get("solvable"), bool):
        raise GameFileError(
            f"{str(path)!r} doesn't say whether the game is solvable; expected a JSON object "
            'with "solvable": true or false.'
        )
    return bool(game["solvable"])

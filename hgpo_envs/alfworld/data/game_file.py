"""Read from a game file what says whether the game counts."""

import json
import os
import re
from pathlib import Path

from hgpo_envs.errors import GameFileError

_SOLVABLE = re.compile(rb'"solvable"\s*:\s*(true|false)\s*[,}]')
_TAIL_BYTES = 256


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
    return mark_of(game, str(path))


def read_content(path: Path) -> dict[str, object]:
    """Read what a game file holds.

    Raises:
        GameFileError: the file can't be read, or is no JSON object.
    """
    try:
        game = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise GameFileError(f"{str(path)!r} is no readable game file: {error}.") from error
    if not isinstance(game, dict):
        raise GameFileError(
            f"{str(path)!r} is no game file: expected a JSON object, found {type(game).__name__}."
        )
    return game


def mark_of(game: object, name: str) -> bool:
    """Return the ``solvable`` mark of a game file's content; null counts as false.

    Raises:
        GameFileError: it is no JSON object, or has no such mark.
    """
    mark = game.get("solvable", "") if isinstance(game, dict) else ""
    if not (mark is None or isinstance(mark, bool)):
        raise GameFileError(
            f"{name!r} doesn't say whether the game is solvable; expected a JSON object "
            'with "solvable": true or false.'
        )
    return bool(mark)

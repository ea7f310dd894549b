"""Read game files."""

import json
from collections.abc import Mapping
from pathlib import Path

from hgpo_envs.alfworld.engine.game import Game
from hgpo_envs.errors import GameFileError

_PARTS = ("pddl_domain", "grammar", "pddl_problem")


def load_game(path: str | Path) -> Game:
    """Load a ``game.tw-pddl`` file.

    Args:
        path: the file.

    Returns:
        The game, which any number of plays can share.

    Raises:
        GameFileError: the file is missing, is not such a file, or the engine can't play it.
    """
    name = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise GameFileError(f"can't read the game {name}: there is no such file.") from None
    except OSError as error:
        raise GameFileError(f"can't read the game {name}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise GameFileError(f"can't read the game {name}: it is not text in UTF-8.") from None
    except ValueError as error:
        raise GameFileError(f"can't read the game {name!r}: {error}.") from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GameFileError(f"can't read the game {name}: it is not JSON ({error}).") from None
    return read_game(data, name=name)


def read_game(data: Mapping[str, object], *, name: str) -> Game:
    """Make a game from the parsed content of a game file.

    Args:
        data: holds the texts ``pddl_domain``, ``grammar`` and ``pddl_problem``; other keys are
            ignored.
        name: what messages call the game.

    Raises:
        GameFileError: a text is missing, or the engine can't play the game.
    """
    if not isinstance(data, Mapping):
        raise GameFileError(
            f"can't read the game {name}: expected a JSON object, found {_kind(data)}."
        )
    for part in _PARTS:
        if part not in data:
            raise GameFileError(f"can't read the game {name}: it has no {part!r}.")
        if not isinstance(data[part], str):
            raise GameFileError(
                f"can't read the game {name}: {part!r} is not a text but {_kind(data[part])}."
            )
    domain, grammar, problem = (str(data[part]) for part in _PARTS)
    return Game(name=name, domain=domain, grammar=grammar, problem=problem)


def _kind(value: object) -> str:
    return type(value).__name__

"""Read game files."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from hgpo_envs.alfworld.engine.cache import game_cache
from hgpo_envs.alfworld.engine.collecting import without_collecting
from hgpo_envs.alfworld.engine.compact import Compact, compact
from hgpo_envs.alfworld.engine.game import Game
from hgpo_envs.alfworld.engine.unplayable import UnplayableError, refusal
from hgpo_envs.alfworld.game_texts import game_texts
from hgpo_envs.errors import GameFileError


def load_game(path: str | Path) -> Game:
    """Load a ``game.tw-pddl`` file.

    What it is compiled to is kept on disk (``cache.game_cache``), and read from there the next
    time that a file with this content is loaded.

    Args:
        path: the file.

    Returns:
        The game, which any number of plays can share.

    Raises:
        GameFileError: the file is missing, is not such a file, or the engine can't play it.
    """
    return load_content(_read_file(path), name=str(path))


@without_collecting()
def load_content(content: bytes, *, name: str) -> Game:
    """Load the content of a ``game.tw-pddl`` file, with the cache on disk as `load_game` does.

    Args:
        content: of the file.
        name: what messages call the game.

    Raises:
        GameFileError: it is not such a file, or the engine can't play it.
    """
    cache = game_cache()
    if cache is None:
        return read_game(_parse(content, name), name=name)
    key = sha256(content).hexdigest()
    known = cache.find(key)
    if known is not None:
        return Game(name=name, compact=known)
    compiled = _compile(_parse(content, name), name)
    game = Game(name=name, compact=compiled)
    cache.keep(key, compiled)
    return game


def _read_file(path: str | Path) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except FileNotFoundError:
        raise GameFileError(f"can't read the game {path}: there is no such file.") from None
    except OSError as error:
        raise GameFileError(f"can't read the game {path}: {error.strerror}.") from None
    except ValueError as error:
        raise GameFileError(f"can't read the game {str(path)!r}: {error}.") from None


def _parse(content: bytes, name: str) -> Mapping[str, object]:
    try:
        data: Mapping[str, object] = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise GameFileError(f"can't read the game {name}: it is not text in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise GameFileError(f"can't read the game {name}: it is not JSON ({error}).") from None
    return data


@without_collecting()
def read_game(data: Mapping[str, object], *, name: str) -> Game:
    """Make a game from the parsed content of a game file.

    Args:
        data: holds the texts ``pddl_domain``, ``grammar`` and ``pddl_problem``; other keys are
            ignored.
        name: what messages call the game.

    Raises:
        GameFileError: a text is missing, or the engine can't play the game.
    """
    return Game(name=name, compact=_compile(data, name))


def _compile(data: Mapping[str, object], name: str) -> Compact:
    """Compile a game to its compact form."""
    texts = game_texts(data, name=name)
    try:
        return compact(*texts.values())
    except UnplayableError as error:
        raise refusal(name, error) from None

"""Compact games kept on disk, so that a game file is compiled once.

An entry is found by the SHA-256 of the game file and holds a checksum of its own content. One
that is missing, damaged or of another version is as good as none: the game is compiled again and
the entry written anew. Entries are written beside their place and renamed into it, so that any
number of processes may write the same one.
"""

import json
import os
import threading
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import FileIO
from pathlib import Path

import platformdirs

from hgpo_envs.alfworld.engine.codec import Json, read_dialect, read_game, write_dialect, write_game
from hgpo_envs.alfworld.engine.compact import Compact, Dialect

#: Of the compact form; it rises whenever a game file would be compiled to something else.
COMPACT_VERSION = "2"
VARIABLE = "HGPO_GAME_CACHE"
OFF = "off"

_DIALECTS = "dialects"
_DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class GameCache:
    """A folder of compact games.

    Attributes:
        path: of the folder, for the entries of this version; made when the first one is written.
    """

    path: str

    @property
    def folder(self) -> Path:
        """Return the folder."""
        return Path(self.path)

    def find(self, key: str) -> Compact | None:
        """Return the game of an entry; None if there is no sound one."""
        try:
            data = _read(self._game(key))
            return read_game(data["game"], _dialect(self._dialect(data["dialect"])))
        except _DAMAGED:
            return None

    def keep(self, key: str, game: Compact) -> None:
        """Write an entry; where that is not possible, the game is compiled again next time."""
        try:
            name, dialect = _spelt(game.dialect)
            if not _is_sound(self._dialect(name)):
                _write(self._dialect(name), dialect)
            _write(self._game(key), _spell({"dialect": name, "game": write_game(game)}))
        except (OSError, RecursionError):
            return

    def size(self) -> tuple[int, int]:
        """Return how many games are kept, and the bytes that all entries take."""
        files = [path for path in self.folder.glob("**/*.json") if path.is_file()]
        games = sum(path.parent.name != _DIALECTS for path in files)
        return games, sum(path.stat().st_size for path in files)

    def _game(self, key: str) -> str:
        return f"{self.path}/{key}.json"

    def _dialect(self, name: str) -> str:
        return f"{self.path}/{_DIALECTS}/{name}.json"


def game_cache() -> GameCache | None:
    """Return the cache that the environment asks for.

    The variable ``HGPO_GAME_CACHE`` names its folder, or is ``off`` for none; by default it is
    in the user's folder for caches.
    """
    given = os.environ.get(VARIABLE)
    if given == OFF:
        return None
    root = given or platformdirs.user_cache_path("hgpo-bench", appauthor=False) / "alfworld-games"
    return GameCache(os.path.join(root, f"compact-{COMPACT_VERSION}"))


@lru_cache(maxsize=64)
def _dialect(path: str) -> Dialect:
    return read_dialect(_read(path))


@lru_cache(maxsize=64)
def _spelt(dialect: Dialect) -> tuple[str, bytes]:
    """Return the name and the content of a dialect's entry."""
    content = _spell(write_dialect(dialect))
    return sha256(content).hexdigest(), content


def _spell(data: Json) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def _read(path: str) -> Json:
    """Read an entry.

    Raises:
        ValueError: its content is not what its checksum says.
        OSError: it can't be read.
    """
    with open(path, "rb", buffering=0) as file:
        checksum, _, content = file.read().partition(b"\n")
    if sha256(content).hexdigest().encode() != checksum:
        raise ValueError(f"{path} is damaged")
    return json.loads(content)


def _is_sound(path: str) -> bool:
    try:
        _dialect(path)
    except _DAMAGED:
        return False
    return True


def _write(path: str, content: bytes) -> None:
    temporary = f"{path}.{os.getpid()}-{threading.get_ident()}.tmp"
    checksum = sha256(content).hexdigest().encode()
    try:
        file = _create(temporary)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        file = _create(temporary)
    try:
        with file:
            file.write(checksum + b"\n" + content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _create(path: str) -> FileIO:
    return FileIO(path, "wb")

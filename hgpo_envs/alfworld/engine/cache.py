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
from pathlib import Path

import platformdirs

from hgpo_envs.alfworld.engine.codec import Json, read_dialect, read_game, write_dialect, write_game
from hgpo_envs.alfworld.engine.compact import Compact, Dialect

#: Of the compact form; it rises whenever a game file would be compiled to something else.
COMPACT_VERSION = "2"
VARIABLE = "HGPO_GAME_CACHE"
OFF = "off"

_DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class GameCache:
    """A folder of compact games.

    Attributes:
        folder: of the entries of this version; it is made when the first one is written.
    """

    folder: Path

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
        files = [path for path in self.folder.glob("*/*.json") if path.is_file()]
        games = sum(path.parent.name != "dialects" for path in files)
        return games, sum(path.stat().st_size for path in files)

    def _game(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def _dialect(self, name: str) -> Path:
        return self.folder / "dialects" / f"{name}.json"


def game_cache() -> GameCache | None:
    """Return the cache that the environment asks for.

    The variable ``HGPO_GAME_CACHE`` names its folder, or is ``off`` for none; by default it is
    in the user's folder for caches.
    """
    given = os.environ.get(VARIABLE)
    if given == OFF:
        return None
    caches = platformdirs.user_cache_path("hgpo-bench", appauthor=False)
    root = Path(given) if given else caches / "alfworld-games"
    return GameCache(root / f"compact-{COMPACT_VERSION}")


@lru_cache(maxsize=64)
def _dialect(path: Path) -> Dialect:
    return read_dialect(_read(path))


@lru_cache(maxsize=64)
def _spelt(dialect: Dialect) -> tuple[str, bytes]:
    """Return the name and the content of a dialect's entry."""
    content = _spell(write_dialect(dialect))
    return sha256(content).hexdigest(), content


def _spell(data: Json) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def _read(path: Path) -> Json:
    """Read an entry.

    Raises:
        ValueError: its content is not what its checksum says.
        OSError: it can't be read.
    """
    checksum, _, content = path.read_bytes().partition(b"\n")
    if sha256(content).hexdigest().encode() != checksum:
        raise ValueError(f"{path} is damaged")
    return json.loads(content)


def _is_sound(path: Path) -> bool:
    try:
        _dialect(path)
    except _DAMAGED:
        return False
    return True


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(f"{path.stem}.{os.getpid()}-{threading.get_ident()}.tmp")
    checksum = sha256(content).hexdigest().encode()
    try:
        file = temporary.open("wb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = temporary.open("wb")
    try:
        with file:
            file.write(checksum + b"\n" + content)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

"""Tell files by their content, without reading a large one again that did not change."""

import json
import os
import tempfile
from hashlib import file_digest, sha256
from pathlib import Path

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.manifest import SourceFile


def marks_of(files: tuple[Path, ...], remembered: Path | None = None) -> tuple[SourceFile, ...]:
    """Return name, size and SHA-256 of files.

    Args:
        files: to read.
        remembered: a folder that keeps the hashes of files by their path, size and times; nothing
            is kept where it can't be written.

    Raises:
        DataError: a file can't be read.
    """
    return tuple(_mark(path, remembered) for path in files)


def _mark(path: Path, remembered: Path | None) -> SourceFile:
    try:
        state = path.stat()
        stamp = [state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino]
        place = None if remembered is None else remembered / f"{_name_of(path)}.json"
        known = None if place is None else _recall(place, stamp)
        digest = known or _hash(path)
    except OSError as error:
        raise DataError(f"{str(path)!r} can't be read: {error.strerror}.") from error
    if place is not None and known is None:
        _keep(place, stamp, digest)
    return SourceFile(name=path.name, size=state.st_size, sha256=digest)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _name_of(path: Path) -> str:
    return sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]


def _recall(place: Path, stamp: list[int]) -> str | None:
    try:
        record = json.loads(place.read_bytes())
        return str(record["sha256"]) if record["stamp"] == stamp else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _keep(place: Path, stamp: list[int], digest: str) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=place.parent, prefix=".")
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump({"stamp": stamp, "sha256": digest}, file)
        Path(name).replace(place)
    except OSError:
        return

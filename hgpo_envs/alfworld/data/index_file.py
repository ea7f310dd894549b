"""Keep the marks of a split's games in a file: whole or not at all, and never trusted blindly."""

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, cast

import platformdirs

Stamp: TypeAlias = tuple[int, int, int]
"""Size in bytes, times of writing and of change in nanoseconds."""

Mark: TypeAlias = tuple[int, int, int, bool]
"""A file's stamp and whether its game is solvable."""

FORMAT = "alfworld-index 1"


def index_places(folder: Path) -> tuple[Path, Path]:
    """Return where the index of ``ROOT/json_2.1.1/SPLIT`` may be: in the root, in the cache."""
    named = sha256(os.fsencode(os.path.realpath(folder))).hexdigest()[:16]
    cache = platformdirs.user_cache_path("hgpo-bench", appauthor=False) / "alfworld-index"
    return (
        folder.parent.parent / ".hgpo" / f"{folder.name}.json",
        cache / f"{folder.name}-{named}.json",
    )


def load_index(places: Sequence[Path]) -> tuple[Path | None, dict[str, Mark]]:
    """Return the first index that is whole, and its file; otherwise None and nothing."""
    for place in places:
        try:
            marks = parse_index(place.read_bytes())
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            continue
        return place, marks
    return None, {}


def parse_index(content: bytes) -> dict[str, Mark]:
    """Read an index.

    Raises:
        ValueError: it is of another format, or not as it was written.
    """
    head, _, body = content.partition(b"\n")
    if head.decode("ascii") != _head(body):
        raise ValueError("not the index that was written")
    marks = {}
    for task, values in json.loads(body).items():
        size, written, changed, solvable = values
        marks[task] = cast("Mark", (size, written, changed, solvable))
    return marks


def save_index(places: Sequence[Path], marks: Mapping[str, Mark]) -> Path | None:
    """Write an index to the first place that takes it; return that, or None.

    Writers at the same time do no harm: each replaces the whole file.
    """
    body = json.dumps(dict(sorted(marks.items())), separators=(",", ":")).encode()
    for place in places:
        try:
            _replace(place, _head(body).encode("ascii") + b"\n" + body)
        except OSError:
            continue
        return place
    return None


def _head(body: bytes) -> str:
    return f"{FORMAT} {sha256(body).hexdigest()}"


def _replace(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(number, "wb") as file:
            os.fchmod(number, 0o644)  # others who share the data may read it
            file.write(content)
        os.replace(name, place)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise

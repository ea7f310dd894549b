"""Find the runs, comparisons and diagnoses below a folder; links are never followed."""

import os
from collections.abc import Iterator
from pathlib import Path

MARKS = {
    "comparison": "compare.yaml",
    "run": "config.yaml",
    "diagnosis": "played.yaml",
    "merged": "comparison.json",
}
"""Kind -> the file by which its folder is known; the first that is there counts."""
_FIRST_KEY = {"comparison": b"compare", "run": b"train", "diagnosis": b"diagnose"}
"""Kind -> the command in its configuration."""
_HEAD = 1 << 16


def find(place: Path) -> Iterator[tuple[Path, str]]:
    """Yield what is kept in or below a folder, by name, each with its kind.

    What is inside of one, such as the cells of a comparison, belongs to it.
    """
    kind = kind_of(place)
    if kind is not None:
        yield place, kind
        return
    try:
        with os.scandir(place) as entries:
            below = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except PermissionError:
        return
    for name in below:
        yield from find(place / name)


def kind_of(folder: Path) -> str | None:
    """Say what a folder holds, None for nothing of ours.

    A ``config.yaml`` that another program wrote makes no run: it has no command of ours in it,
    and none of a run's other files lies beside it.
    """
    for kind, mark in MARKS.items():
        if (folder / mark).is_file() and _is_ours(folder, kind, folder / mark):
            return kind
    return None


def _is_ours(folder: Path, kind: str, mark: Path) -> bool:
    if kind == "merged":
        return (folder / "report.html").is_file()
    if (folder / ".lock").is_file() or (folder / "versions.json").is_file():
        return True
    with mark.open("rb") as file:
        head = file.read(_HEAD)
    return any(line == b"command: " + _FIRST_KEY[kind] for line in head.splitlines())

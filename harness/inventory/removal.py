"""Remove runs, or their checkpoints: nothing that is in use, nothing behind a link."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from harness.errors import RunError
from harness.inventory.find import MARKS, kind_of
from harness.inventory.sizes import files_in
from harness.run.checkpoints import Checkpoints
from harness.run.folder import lock

KEPT = "final.safetensors"
"""The checkpoint that an evaluation takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """What would be removed of one folder.

    Attributes:
        path: the folder.
        files: the files, links included.
        size: their bytes.
        whole: whether the folder goes with them.
    """

    path: Path
    files: tuple[Path, ...]
    size: int
    whole: bool


def plan_removal(path: Path, *, checkpoints: bool) -> Removal:
    """Find out what would be removed.

    Args:
        path: the folder of a run, comparison or diagnosis.
        checkpoints: whether only checkpoints are removed that no evaluation takes.

    Raises:
        RunError: it is no such folder, a link, in use, or has this process in it.
    """
    if path.is_symlink():
        raise RunError(f"{str(path)!r} is a link, and links are not followed. Name the folder.")
    if not path.is_dir() or kind_of(path) is None:
        raise RunError(
            f"{str(path)!r} holds no run, comparison or diagnosis, and is left alone. "
            "`hgpo runs list` shows what there is."
        )
    if path.resolve() in (here := Path.cwd().resolve(), *here.parents):
        raise RunError(f"this command was started in {str(path)!r}. Go elsewhere to remove it.")
    files = _checkpoints(path) if checkpoints else _all_files(path)
    with _held(path):
        return Removal(
            path=path,
            files=tuple(files),
            size=sum(file.lstat().st_size for file in files),
            whole=not checkpoints,
        )


def remove(planned: Removal) -> None:
    """Remove what was planned, its mark last: an interrupted removal can be done again.

    Raises:
        RunError: a process is at work in it by now.
    """
    with _held(planned.path):
        if not planned.whole:
            _remove_checkpoints(planned.files)
            return
        marks = {*MARKS.values(), ".lock", "versions.json"}
        for entry in sorted(planned.path.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            elif entry.name not in marks:
                entry.unlink()
        for name in ("versions.json", *MARKS.values(), ".lock"):
            (planned.path / name).unlink(missing_ok=True)
        planned.path.rmdir()


def _remove_checkpoints(files: Sequence[Path]) -> None:
    """Remove checkpoints, after the indexes of their folders have forgotten them."""
    for folder in {file.parent for file in files}:
        Checkpoints(folder).forget([file.stem for file in files if file.parent == folder])
    for file in files:
        file.unlink(missing_ok=True)


def _all_files(path: Path) -> list[Path]:
    return sorted(Path(entry.path) for entry in files_in(path))


def _checkpoints(path: Path) -> list[Path]:
    """Return the checkpoints of finished trainings but the one that an evaluation takes."""
    found = []
    for training in (path, *_trainings(path)):
        folder = training / "checkpoints"
        finished = (training / "result.json").is_file() and (folder / KEPT).is_file()
        if finished and not folder.is_symlink():
            found += [file for file in sorted(folder.glob("*.safetensors")) if file.name != KEPT]
    return found


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep other processes out of a folder, its cells and the comparison that it is a cell of."""
    with ExitStack() as stack:
        for folder in (path, *_trainings(path), *_comparison_of(path)):
            made = not (folder / ".lock").exists()
            handle = lock(folder)
            stack.callback(os.close, handle)
            if made:  # what is planned only is not changed
                stack.callback((folder / ".lock").unlink, missing_ok=True)
        yield


def _trainings(path: Path) -> Sequence[Path]:
    if (path / "cells").is_symlink():
        return []
    cells = sorted(path.glob("cells/*"))
    return [cell for cell in cells if cell.is_dir() and not cell.is_symlink()]


def _comparison_of(path: Path) -> Sequence[Path]:
    above = path.resolve().parent.parent
    is_cell = path.resolve().parent.name == "cells" and (above / MARKS["comparison"]).is_file()
    return [above] if is_cell else []

"""Small data sets in the official layout: folders and archives of tiny games."""

import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from small_games import fine

SAID = ("Look at the hall.", "See the hall", "Have a look at the hall")
TASK = "look_at_obj_in_light-Book-None-DeskLamp-301/trial_T1"


def game_text(*, solvable: object = True, **parts: object) -> bytes:
    """Return a game file that the engine can play."""
    return json.dumps({**fine(), **parts, "solvable": solvable}).encode()


def annotation_text(*said: str) -> bytes:
    """Return an annotation file with these descriptions of the task."""
    annotations = [{"task_desc": text} for text in said]
    return json.dumps({"turk_annotations": {"anns": annotations}}).encode()


def data_set(
    *tasks: str, split: str = "valid_seen", annotated: bool = True, **options: object
) -> dict[str, bytes]:
    """Return the files of some games by their path, from ``json_2.1.1`` on."""
    files = {}
    for task in tasks or (TASK,):
        folder = f"json_2.1.1/{split}/{task}"
        files[f"{folder}/game.tw-pddl"] = game_text(**options)  # type: ignore[arg-type]
        if annotated:
            files[f"{folder}/traj_data.json"] = annotation_text(*SAID)
    return files


def as_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def as_zip(path: Path, files: Mapping[str, bytes]) -> Path:
    """Write files into a zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return path


def as_tar(path: Path, files: Mapping[str, bytes], mode: str = "w") -> Path:
    """Write files into a tar."""
    with tarfile.open(path, mode) as bundle:  # type: ignore[call-overload]
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            bundle.addfile(entry, io.BytesIO(content))
    return path


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the data set's files below a root, by path from ``json_2.1.1`` on."""
    found = sorted((folder / "json_2.1.1").rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found if path.is_file()}

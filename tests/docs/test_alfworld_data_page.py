"""Run the commands of docs/alfworld-data.md, one after the other, on a download of a few games."""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from doc_page import ROOT, all_blocks, read_page
from worlds.official_files import as_folder, as_zip

KEPT = re.compile(r"json_2\.1\.1/(train|valid_seen)/[^/]+/[^/]+/(game\.tw-pddl|traj_data\.json)")
A_FEW = 120
"""Folders of each split that the download has: enough for two games of the types asked for."""

pytestmark = [pytest.mark.slow, pytest.mark.official]


def first_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as bundle:
        folders: set[str] = set()
        for entry in bundle:
            folders.add(str(Path(entry.name).parent))
            file = bundle.extractfile(entry) if KEPT.search(entry.name) else None
            if len(folders) > A_FEW:
                return
            if file is not None:
                yield entry.name.removeprefix("./"), file.read()


@pytest.fixture
def download(shared_data: Path, tmp_path: Path) -> Path:
    """Return a folder with the two archives of the page, and a folder ``download``."""
    files: dict[str, bytes] = {}
    for split in ("train", "valid_seen"):
        files.update(first_files(shared_data / "alfworld" / f"{split}.tar.xz"))
    for name, ending in (("2_tw-pddl", ".tw-pddl"), ("1_json", ".json")):
        kept = {path: content for path, content in files.items() if path.endswith(ending)}
        as_zip(tmp_path / f"json_2.1.{name}.zip", kept)
    as_folder(tmp_path / "download", files)
    return tmp_path


def test_every_command_of_the_page_works(download: Path) -> None:
    blocks = all_blocks(read_page("alfworld-data.md"))
    assert [kind for kind, _ in blocks].count("sh") >= 7
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(download / "share"),
    }
    environment.pop("ALFWORLD_DATA", None)
    for kind, text in blocks:
        command = ["bash", "-euc", text] if kind == "sh" else [sys.executable, "-c", text]
        run = subprocess.run(
            command, cwd=download, env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, f"{text}\n{run.stdout}\n{run.stderr}"
        assert run.stderr == "", text
    assert (download / "share" / "hgpo-bench" / "alfworld" / "json_2.1.1").is_dir()
    assert (download / "linked" / "json_2.1.1" / "train").is_symlink()


def test_the_page_names_every_option_of_the_data() -> None:
    from hgpo_envs import spec

    page = read_page("alfworld-data.md")
    asked = {"data", "task_types", "filters", "goal", "goal_seed"}
    assert asked <= set(spec("ALFWorld-v0").options)
    assert [name for name in asked if not re.search(rf"\b{name}\b", page)] == []

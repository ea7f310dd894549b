import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.main import main

MEMORY = """
from hgpo_envs.context import Recollection

class Last:
    name = "last"
    def recall(self, instruction, turns):
        return Recollection(tuple(turns[-1:]), ("One turn.",))
"""


def test_a_memory_of_the_folder_is_found_and_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "last_turn_memory.py").write_text(MEMORY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    monkeypatch.delitem(sys.modules, "last_turn_memory", raising=False)
    before = list(sys.path)
    words = ["evaluate", "agent=random", "env=alfworld", "tasks=1", "env.max_steps=3", "--quiet"]
    code = main([*words, "env.memory=last_turn_memory:Last", "--json", "answer.json"])
    assert code == 0, capsys.readouterr().err
    assert json.loads((tmp_path / "answer.json").read_text())["memory"] == "last"
    assert sys.path == before


def test_folders_that_are_called_like_the_suites_packages_are_in_nobodys_way(
    tmp_path: Path,
) -> None:
    for name in ("agents", "algorithms", "hgpo_envs", "leaderboards"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.txt").write_text("mine")
    script = "import sys; from harness.cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = ["evaluate", "agent=random", "env=alfworld", "tasks=1", "env.max_steps=3", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *words],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

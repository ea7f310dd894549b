import json
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

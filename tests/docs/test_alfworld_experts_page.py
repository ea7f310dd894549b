"""Run the code and the commands of docs/alfworld-experts.md."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "alfworld-experts.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|python)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", [text for kind, text in BLOCKS if kind == "python"])
def test_the_code_on_the_page_runs(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "docs/alfworld-experts.md", "exec"), {})
    for written in tmp_path.glob("*.jsonl"):
        # Five episodes of at least 3 commands each.
        assert len(written.read_text(encoding="utf-8").splitlines()) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("command", [text for kind, text in BLOCKS if kind == "sh"])
def test_the_commands_on_the_page_work(command: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-euc", command], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_page_names_only_files_that_are_there() -> None:
    named = set(re.findall(r"`(\w+\.py)`", PAGE))
    assert len(named) >= 7
    assert all((ROOT / "hgpo_envs/alfworld/planner" / name).is_file() for name in named)

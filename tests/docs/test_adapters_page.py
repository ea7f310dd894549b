"""Run the code and the commands of docs/adapters.md."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hgpo_envs.adapters.table import ADAPTED

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|python)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
EXTRAS = re.compile(r"hgpo-bench\[(\w+)\]")


@pytest.mark.slow
@pytest.mark.parametrize("block", [text for kind, text in BLOCKS if kind == "python"])
def test_the_code_on_the_page_runs(block):
    exec(compile(block, "docs/adapters.md", "exec"), {})


@pytest.mark.slow
@pytest.mark.parametrize("command", [text for kind, text in BLOCKS if kind == "sh"])
def test_the_commands_on_the_page_work(command, tmp_path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-euc", command], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_page_tells_of_every_adapter_and_of_what_each_needs():
    for entry in ADAPTED:
        (row,) = re.findall(rf"^\| `{entry.id}` \|.*$", PAGE, flags=re.MULTILINE)
        assert EXTRAS.findall(row) == EXTRAS.findall(entry.needs)

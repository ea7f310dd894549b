"""Run the code and the commands of docs/teams.md, and compare what they print."""

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "teams.md").read_text(encoding="utf-8")
BLOCKS = re.findall(
    r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```$)?", PAGE, flags=re.MULTILINE | re.DOTALL
)
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_the_code_on_the_page_prints_what_stands_below_it() -> None:
    shared: dict[str, object] = {}
    for code, expected in BLOCKS:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "docs/teams.md", "exec"), shared)
        assert printed.getvalue() == expected, code
    assert len(BLOCKS) == 4


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=["evaluate", "train"])
def test_the_commands_on_the_page_work(command: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "won" in done.stdout + done.stderr

"""Run the code and the commands of docs/vector.md, and compare what they print."""

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "vector.md").read_text(encoding="utf-8")
BLOCKS = re.findall(
    r"^```python( ray)?\n(.*?)^```\n(?:```text\n(.*?)^```$)?", PAGE, flags=re.MULTILINE | re.DOTALL
)
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def check(*, with_ray: bool) -> int:
    """Run the blocks in their order, those with Ray where asked; return how many there were."""
    shared: dict[str, object] = {}
    ran = 0
    for ray, code, expected in BLOCKS:
        if ray and not with_ray:
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "docs/vector.md", "exec"), shared)
        assert printed.getvalue() == expected, code
        ran += 1
    return ran


def test_the_code_on_the_page_prints_what_stands_below_it() -> None:
    assert check(with_ray=False) == 5


@pytest.mark.slow
def test_the_code_with_ray_prints_what_stands_below_it() -> None:
    assert check(with_ray=True) == 6


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
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
    assert "of 2 episodes won" in done.stdout


def test_the_page_tells_of_commands_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make ([a-z-]+)`", PAGE))
    assert targets == {"perf-vector", "setup-ray", "soak-workers"}
    assert all(re.search(rf"^{target}:", makefile, flags=re.MULTILINE) for target in targets)

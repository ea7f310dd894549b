"""Run what docs/check.md shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hgpo_envs.check import RULES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "check.md").read_text(encoding="utf-8")
LAMPS, TEST = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
BROKEN, SOUND = re.findall(r"```text\n(.*?)```", PAGE, flags=re.DOTALL)
MENDED = (
    LAMPS.replace("return self.lamps\n", "return tuple(self.lamps)\n")
    .replace("self.lamps = state", "self.lamps = list(state)")
    .replace('    data_version="1",', '    data_version="1",\n    licence="Apache-2.0",')
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lamps.py").write_text(LAMPS)
    return tmp_path


def hgpo(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    program = f"from harness.cli.main import main; raise SystemExit(main({list(words)!r}))"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example_is_told_its_mistakes(folder: Path) -> None:
    done = hgpo(folder, "check", "lamps:Lamps", "--quiet")
    assert done.stdout == BROKEN
    assert done.returncode == 1


def test_the_example_passes_when_it_is_mended(folder: Path) -> None:
    (folder / "lamps.py").write_text(MENDED)
    done = hgpo(folder, "check", "lamps:Lamps")
    assert done.stdout.splitlines()[-1] == SOUND.strip()
    assert done.returncode == 0


def test_the_test_of_the_page_passes_and_fails(folder: Path) -> None:
    (folder / "test_lamps.py").write_text(TEST)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_lamps.py"]
    before = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False)
    assert "NonConformanceError" in before.stdout
    (folder / "lamps.py").write_text(MENDED)
    after = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 passed" in after.stdout, after.stdout


def test_the_page_lists_the_rules() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \| (.*) \|$", PAGE, flags=re.MULTILINE)
    assert listed == [(rule.name, rule.says) for rule in RULES]

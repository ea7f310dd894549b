"""``hgpo new-algorithm`` writes a package whose own tests pass as it is."""

import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.main import main


def test_its_tests_pass_before_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-algorithm", "last-step"]) == 0
    told = capsys.readouterr().out
    assert "written: last-step/src/last_step/__init__.py" in told
    assert "'algorithms=[grpo,hgpo,last_step]'" in told
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "last-step",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "29 passed, 1 skipped" in done.stdout


@pytest.mark.parametrize("name", ["hgpo", "json", "1st"])
def test_a_name_that_is_taken_or_none_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-algorithm", name]) == 2
    assert name in capsys.readouterr().err
    assert not list(tmp_path.iterdir())

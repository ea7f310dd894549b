"""A run that dies, or finds the disk full, at any of its writes ends as if it had not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "part", "parts"), [("kill", 0, 2), ("kill", 1, 2), ("full", 1, 3)]
)
def test_no_write_can_go_wrong(tmp_path: Path, fault: str, part: int, parts: int) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "sweep.py"), str(tmp_path), str(part), str(parts), fault],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *wrong, count = json.loads(done.stdout.splitlines()[-1])["told"]
    assert wrong == []
    assert int(count.split()[0]) > 100

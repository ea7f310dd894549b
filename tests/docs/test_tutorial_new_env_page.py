"""Everything on docs/tutorial-new-env.md, from top to bottom, as a reader would do it."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tutorial-new-env.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OWN_LINES = 39


def blocks() -> list[tuple[str, str]]:
    """Return the language and the text of each block of code."""
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture
def reader(tmp_path: Path) -> dict[str, str]:
    """Return the variables of a virtual environment above the one that the tests run in.

    What is installed in it leaves the other one alone. Nothing is fetched.
    """
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    below = sysconfig.get_paths()["purelib"]
    (site,) = home.glob("lib/python*/site-packages")
    (site / "below.pth").write_text(f"import site; site.addsitedir({below!r})\n")
    for name, code in {
        "pip": "from pip._internal.cli.main import main",
        "hgpo": "from harness.cli.main import main",
    }.items():
        script = home / "bin" / name
        start = 'if __name__ == "__main__":\n    sys.exit(main())\n'
        script.write_text(f"#!{home}/bin/python\nimport sys\n{code}\n{start}")
        script.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {
        **kept,
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip's way to say that there is to be no isolation
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "COLUMNS": "80",
    }


def run(block: tuple[str, str], folder: Path, variables: dict[str, str]) -> str:
    """Do what a block says: write the file that its first line names, or run it."""
    language, text = block
    if named := re.match(r"# (\S+\.py)\n", text):
        path = folder / named[1]
        assert path.is_file(), f"{named[1]} is not a file of the skeleton"
        path.write_text(text.partition("\n")[2], encoding="utf-8")
        return ""
    command = ["bash", "-e", "-c", text] if language == "sh" else ["python", "-c", text]
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_world_has_as_many_lines_as_the_page_says() -> None:
    (world,) = [text for _, text in blocks() if text.startswith("# sokoban/src/sokoban/env.py")]
    own = [line for line in world.splitlines()[2:] if line.strip()]  # the place and docstring aside
    assert len(own) == OWN_LINES < 40
    assert f"in {OWN_LINES} lines" in PAGE.read_text(encoding="utf-8")
    assert max(map(len, own)) <= 100


@pytest.mark.slow
def test_a_reader_comes_from_nothing_to_a_leaderboard(
    reader: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    said = "\n".join(run(block, folder, reader) for block in blocks())
    for told in (
        "written: sokoban/pyproject.toml",
        "Sokoban-v0: Push a box onto a mark.",
        "  test: 100 tasks, version 1",
        "Sokoban-v0 (split 'train'): ",
        "4 passed, 1 skipped",  # nobody plays it well
        "From you to the box: ",
        "('east', 'north', 'west')",
        "added: hgpo, 1 seed, success ",
        "added: random, baseline, success ",
        "4 entries in 2 rankings: ",
    ):
        assert told in said, f"{told!r} was not said in:\n{said}"
    result = json.loads((folder / "runs/first/result.json").read_text())
    assert result["final"]["success"] >= result["start"]["success"] + 0.1
    board = json.loads((folder / "board/board.json").read_text())
    ranked = {
        one["caps"]["env_steps"]: sorted(row["entry"]["algorithm"] for row in one["rows"])
        for one in board["classes"]
    }
    assert ranked == {40_000: ["hgpo", "random"], 10_000: ["grpo", "hgpo", "random"]}
    assert "Sokoban-v0, 100 tasks of test" in (folder / "board/index.html").read_text()

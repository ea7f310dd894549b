"""Everything on docs/tutorial-new-env.md, from top to bottom, as a reader would do it."""

import json
from pathlib import Path

import pytest
from doc_page import blocks_of, read_page
from page_reader import do_page, require_said

PAGE = "tutorial-new-env.md"
OWN_LINES = 39


def test_the_world_has_as_many_lines_as_the_page_says() -> None:
    (world,) = [
        text
        for text in blocks_of(read_page(PAGE), "python")
        if text.startswith("# sokoban/src/sokoban/env.py")
    ]
    own = [line for line in world.splitlines()[2:] if line.strip()]  # the place and docstring aside
    assert len(own) == OWN_LINES < 40
    assert f"in {OWN_LINES} lines" in read_page(PAGE)
    assert max(map(len, own)) <= 100


@pytest.mark.slow
def test_a_reader_comes_from_nothing_to_a_leaderboard(
    reader: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    require_said(
        do_page(PAGE, folder, reader),
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
    )
    result = json.loads((folder / "runs/first/result.json").read_text())
    assert result["final"]["success"] >= result["start"]["success"] + 0.1
    board = json.loads((folder / "board/board.json").read_text())
    ranked = {
        one["caps"]["env_steps"]: sorted(row["entry"]["algorithm"] for row in one["rows"])
        for one in board["classes"]
    }
    assert ranked == {40_000: ["hgpo", "random"], 10_000: ["grpo", "hgpo", "random"]}
    assert "Sokoban-v0, 100 tasks of test" in (folder / "board/index.html").read_text()

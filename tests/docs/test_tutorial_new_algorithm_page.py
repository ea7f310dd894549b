"""Everything on docs/tutorial-new-algorithm.md, from top to bottom, as a reader would do it."""

import json
from pathlib import Path

import pytest
from page_reader import do_page, require_said

PAGE = "tutorial-new-algorithm.md"


@pytest.mark.slow
def test_a_reader_comes_from_an_idea_to_a_comparison(
    reader: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "empty"
    require_said(
        do_page(PAGE, folder, reader),
        "written: duel/pyproject.toml",
        "30 passed",
        "added: duel, 2 seeds, success ",
        "added: gigpo, 2 seeds, success ",
        "added: hgpo, 2 seeds, success ",
    )
    config = (folder / "runs/first/config.yaml").read_text()
    assert "omega: 0.5" in config
    compared = json.loads((folder / "compared.json").read_text())
    trained = [row["name"] for row in compared["rows"] if row["role"] == "algorithm"]
    assert sorted(trained) == ["duel", "gigpo", "hgpo"]
    why = (folder / "why.json").read_text()
    assert "duel" in why
    assert "gigpo" in why

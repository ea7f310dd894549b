"""Run the commands of docs/configuration.md."""

from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

from harness.cli.config import ACTIONS

PAGE = read_page("configuration.md")


@pytest.mark.slow
def test_the_commands_on_the_page_work(tmp_path: Path) -> None:
    for block in blocks_of(PAGE, "sh"):
        run_command(block, tmp_path, more={"PYTHONPATH": str(ROOT)})
    assert (tmp_path / "runs" / "many" / "seed=1" / "evaluation.json").is_file()


def test_every_action_is_on_the_page() -> None:
    assert all(f"hgpo config {action}" in PAGE for action in ACTIONS)

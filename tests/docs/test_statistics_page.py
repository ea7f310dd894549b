"""Run the commands and the code of docs/statistics.md."""

import json
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, check_prints, printed_blocks, read_page, run_command

PAGE = read_page("statistics.md")


@pytest.mark.slow
def test_the_commands_on_the_page_work(tmp_path: Path) -> None:
    (commands,) = blocks_of(PAGE, "sh")
    told = run_command(commands, tmp_path, more={"PYTHONPATH": str(ROOT), "COLUMNS": "200"}).stdout
    assert "Who is better?" in told
    assert "Where did the budget go?" in told
    plan = json.loads((tmp_path / "plan.json").read_text())
    assert (plan["present"], plan["difference"]) == (3, 0.1)
    assert plan["safe_seeds"] >= plan["seeds"] >= 2


def test_the_python_on_the_page_prints_what_it_says() -> None:
    check_prints("statistics.md", [(code, printed) for _, code, printed in printed_blocks(PAGE)])

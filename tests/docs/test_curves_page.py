"""Run the commands and the code of docs/curves.md."""

import json
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, check_prints, printed_blocks, read_page, run_command

PAGE = read_page("curves.md")


@pytest.mark.slow
def test_the_commands_on_the_page_work(tmp_path: Path) -> None:
    (commands,) = blocks_of(PAGE, "sh")
    told = run_command(commands, tmp_path, more={"PYTHONPATH": str(ROOT), "COLUMNS": "200"}).stdout
    assert "interim_evaluation" in told
    body = json.loads((tmp_path / "curves.json").read_text())
    units = [each["unit"] for each in body["budget_curves"]]
    assert units == ["env_steps", "flops", "episodes", "gradient_steps"]
    for cell in body["cells"]:
        assert set(cell["by_purpose"]) >= {"evaluation", "interim_evaluation"}
        assert all(cell["spent"][unit] <= cap for unit, cap in cell["caps"].items())
    page = (tmp_path / "runs" / "curves" / "report.html").read_text()
    assert "Success against every unit of the budget" in page
    assert "interim evaluation (apart)" in page


def test_the_python_on_the_page_prints_what_it_says() -> None:
    check_prints("curves.md", [(code, printed) for _, code, printed in printed_blocks(PAGE)])

"""docs/budgets.md names every unit, its commands run, and its example prints what it says."""

from pathlib import Path

import pytest
from doc_page import blocks_of, check_prints, printed_blocks, read_page, run_command

from harness.budget import UNITS

PAGE = read_page("budgets.md")


def test_every_unit_is_on_the_page() -> None:
    assert [unit for unit in UNITS if f"| `{unit}` |" not in PAGE] == []


def test_the_example_prints_what_the_page_says() -> None:
    blocks = [(code, said) for _, code, said in printed_blocks(PAGE)]
    assert len(blocks) == 1
    check_prints("budgets.md", blocks)


@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    small, paid = blocks_of(PAGE, "sh")
    said = run_command(small, tmp_path).stdout
    assert " of 500  (1: one action taken in one environment)\n" in said
    assert said.splitlines()[-1].startswith("runs/small/ledger.jsonl: holds, ")
    said = run_command(paid, tmp_path).stdout
    assert " of 1,500,000  (1: one millionth of the currency that prices are in)\n" in said

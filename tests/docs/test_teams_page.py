"""Run the code and the commands of docs/teams.md, and compare what they print."""

from pathlib import Path

import pytest
from doc_page import blocks_of, check_prints, printed_blocks, read_page, run_command

PAGE = read_page("teams.md")
BLOCKS = [(code, printed) for _, code, printed in printed_blocks(PAGE)]


def test_the_code_on_the_page_prints_what_stands_below_it() -> None:
    check_prints("teams.md", BLOCKS)
    assert len(BLOCKS) == 4


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"), ids=["evaluate", "train"])
def test_the_commands_on_the_page_work(command: str, tmp_path: Path) -> None:
    done = run_command(command, tmp_path)
    assert "won" in done.stdout + done.stderr

"""Run the code and the commands of docs/vector.md, and compare what they print."""

import re
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, check_prints, printed_blocks, read_page, run_command

PAGE = read_page("vector.md")
BLOCKS = printed_blocks(PAGE)
WITHOUT_RAY = [(code, printed) for mark, code, printed in BLOCKS if mark != " ray"]


def test_the_code_on_the_page_prints_what_stands_below_it() -> None:
    check_prints("vector.md", WITHOUT_RAY)
    assert len(WITHOUT_RAY) == 5


@pytest.mark.slow
def test_the_code_with_ray_prints_what_stands_below_it() -> None:
    check_prints("vector.md", [(code, printed) for _, code, printed in BLOCKS])
    assert len(BLOCKS) == 6


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"))
def test_the_commands_on_the_page_work(command: str, tmp_path: Path) -> None:
    assert "of 2 episodes won" in run_command(command, tmp_path).stdout


def test_the_page_tells_of_commands_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make ([a-z-]+)`", PAGE))
    assert targets == {"perf-vector", "setup-ray", "soak-workers"}
    assert all(re.search(rf"^{target}:", makefile, flags=re.MULTILINE) for target in targets)

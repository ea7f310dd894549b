"""Run the code and the commands of docs/memory.md, and compare what they print."""

import re
from pathlib import Path

import pytest
from doc_page import blocks_of, check_prints, printed_blocks, read_page, run_command

from hgpo_envs.context import MEMORIES, TEMPLATES

PAGE = read_page("memory.md")
BLOCKS = [(code, printed) for _, code, printed in printed_blocks(PAGE)]
FILES = dict(re.findall(r"^```python file=(\S+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL))


def test_the_code_on_the_page_prints_what_stands_below_it() -> None:
    check_prints("memory.md", BLOCKS)
    assert len(BLOCKS) == 9


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"))
def test_the_commands_on_the_page_work(command: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run_command(command, tmp_path)
    assert "of 2 episodes won" in done.stdout


def test_the_page_tells_of_every_memory_and_template() -> None:
    assert all(f'`"{kind}' in PAGE for kind in MEMORIES)
    assert all(f"`{name}`" in PAGE for name in TEMPLATES)

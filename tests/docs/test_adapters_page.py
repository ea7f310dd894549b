"""Run the code and the commands of docs/adapters.md."""

import re
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

from hgpo_envs.adapters.table import ADAPTED

PAGE = read_page("adapters.md")
EXTRAS = re.compile(r"hgpo-bench\[(\w+)\]")


@pytest.mark.slow
@pytest.mark.parametrize("block", blocks_of(PAGE, "python"))
def test_the_code_on_the_page_runs(block):
    exec(compile(block, "docs/adapters.md", "exec"), {})


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"))
def test_the_commands_on_the_page_work(command, tmp_path):
    run_command(command, tmp_path, more={"PYTHONPATH": str(ROOT)})


def test_the_page_tells_of_every_adapter_and_of_what_each_needs():
    for entry in ADAPTED:
        (row,) = re.findall(rf"^\| `{entry.id}` \|.*$", PAGE, flags=re.MULTILINE)
        assert EXTRAS.findall(row) == EXTRAS.findall(entry.needs)

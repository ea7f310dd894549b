"""Run the code and the commands of docs/alfworld-experts.md."""

import re
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

PAGE = read_page("alfworld-experts.md")


@pytest.mark.parametrize("block", blocks_of(PAGE, "python"))
def test_the_code_on_the_page_runs(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "docs/alfworld-experts.md", "exec"), {})
    for written in tmp_path.glob("*.jsonl"):
        # Five episodes of at least 3 commands each.
        assert len(written.read_text(encoding="utf-8").splitlines()) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"))
def test_the_commands_on_the_page_work(command: str, tmp_path: Path) -> None:
    run_command(command, tmp_path, more={"PYTHONPATH": str(ROOT)})


def test_the_page_names_only_files_that_are_there() -> None:
    named = set(re.findall(r"`(\w+\.py)`", PAGE))
    assert len(named) >= 7
    assert all((ROOT / "hgpo_envs/alfworld/planner" / name).is_file() for name in named)

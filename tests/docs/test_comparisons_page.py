"""Run the commands and the code of docs/comparisons.md, top to bottom."""

import json
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, check_prints, printed_blocks, read_page, run_command

from harness.cli.runs import ACTIONS
from harness.report import Comparison

PAGE = read_page("comparisons.md")


@pytest.mark.slow
def test_the_commands_on_the_page_work(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    compare, extend, merge, report, kept = blocks_of(PAGE, "sh")
    for block in (compare, extend, merge, report):
        run_command(block, tmp_path, more={"PYTHONPATH": str(ROOT)})
    bench = Comparison.from_json((runs / "bench" / "comparison.json").read_bytes())
    assert (bench.algorithms, bench.seeds) == (("grpo", "gigpo"), (0, 1, 2))
    merged = Comparison.from_json((runs / "merged" / "comparison.json").read_bytes())
    assert merged.seeds == (0, 1, 2, 3)
    assert json.loads((tmp_path / "bench.json").read_text())["seeds"] == [0, 1]
    assert json.loads((tmp_path / "again.json").read_text())["seeds"] == [0, 1, 2]
    assert (tmp_path / "merged.html").read_bytes() == (runs / "merged/report.html").read_bytes()
    told = run_command(kept, tmp_path, more={"PYTHONPATH": str(ROOT), "COLUMNS": "200"}).stdout
    assert "would be removed: 6 files" in told  # the start of 2 algorithms × 3 seeds
    assert sorted(path.name for path in runs.iterdir()) == ["bench", "merged"]


@pytest.mark.slow
def test_the_python_on_the_page_prints_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = printed_blocks(PAGE)
    assert len(blocks) == 2
    check_prints("comparisons.md", [(code, printed) for _, code, printed in blocks])


def test_every_action_on_runs_is_on_the_page() -> None:
    assert all(f"hgpo runs {action}" in PAGE for action in ACTIONS)

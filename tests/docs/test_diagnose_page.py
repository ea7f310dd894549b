"""Run the commands of docs/diagnose.md, one after the other."""

import json
from dataclasses import fields
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

from harness.config.diagnosis import DiagnosisConfig

PAGE = read_page("diagnose.md")


@pytest.mark.slow
def test_the_commands_on_the_page_work(tmp_path: Path) -> None:
    blocks = blocks_of(PAGE, "sh")
    for block in blocks:
        run_command(block, tmp_path, more={"PYTHONPATH": str(ROOT)})
    found = json.loads((tmp_path / "why.json").read_text(encoding="utf-8"))
    labels = [row["label"] for row in found["estimators"]]
    assert labels[:3] == ["grpo", "gigpo", "hgpo"]
    assert "ppo" in found["skipped"]
    assert (tmp_path / "runs" / "why" / "diagnosis.svg").read_text().startswith("<svg ")


def test_the_defaults_on_the_page_are_the_defaults() -> None:
    for line in (
        "| `tasks` | tasks, drawn from the split | {tasks} |",
        "| `diagnosis.pool` | whole episodes a task | {pool} |",
        "| `probes` | decisions | {probes} |",
        "| `branches` | R | {branches} |",
        "| `budget.env_steps` | the most that all play may take | {env_steps:,} |",
        "size of the batches | {batch_tasks}, {group_size} |",
    ):
        defaults = {
            field.name: getattr(DiagnosisConfig(), field.name) for field in fields(DiagnosisConfig)
        }
        assert line.format(**defaults) in PAGE

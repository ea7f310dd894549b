"""Run the commands of docs/scale-out.md that need no other machine, and read the others."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

from harness.config.launching import OF_RAY
from harness.config.schema import RunDirConfig
from harness.launch.job import GRACE_S, RETRIES
from harness.launch.ray_cells import MARKER, PATIENCE_S
from harness.report import Comparison

PAGE = read_page("scale-out.md")
HERE = {"PYTHONPATH": str(ROOT)}


@pytest.mark.slow
def test_the_command_with_a_ray_of_its_own_works(tmp_path: Path) -> None:
    [command] = blocks_of(PAGE, "sh")
    run_command(command, tmp_path, more=HERE)
    made = Comparison.from_json((tmp_path / "runs" / "on-ray" / "comparison.json").read_bytes())
    assert (made.algorithms, made.seeds) == (("grpo", "ppo"), (0,))


def test_the_command_for_a_cluster_is_one_that_hgpo_takes(tmp_path: Path) -> None:
    _, compare = blocks_of(PAGE, "console")
    told = run_command(f"{compare.strip()} --dry-run", tmp_path, more=HERE).stdout
    assert "launcher: ray" in told
    assert not (tmp_path / "runs").exists()


def test_every_key_of_a_cluster_and_no_other_is_on_the_page() -> None:
    told = set(re.findall(r"^\| `run\.(\w+)=", PAGE, flags=re.MULTILINE))
    assert told == set(OF_RAY) <= {entry.name for entry in fields(RunDirConfig)}


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    assert f"within {GRACE_S:.0f} seconds" in PAGE
    assert f"a place for {PATIENCE_S:.0f} seconds" in PAGE
    assert f"`{MARKER}`" in PAGE
    assert RETRIES == 2
    assert "twice at most" in PAGE

"""The commands of docs/run-folder.md run, and its settings are those that there are."""

from pathlib import Path

import pytest
from doc_page import blocks_of, read_page, run_command

from harness.config.keys import slots
from harness.config.schema import TrainConfig

PAGE = read_page("run-folder.md")


def test_every_setting_of_what_is_kept_is_on_the_page() -> None:
    keeping = [key for key in slots(TrainConfig) if key.startswith("run.keep_")]
    assert len(keeping) == 4
    assert [key for key in keeping if f"| `{key}=" not in PAGE] == []


@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    (commands,) = blocks_of(PAGE, "sh")
    said = run_command(commands, tmp_path).stdout
    assert " of 4 episodes won" in said
    kept = {path.stem for path in (tmp_path / "runs/kept/checkpoints").glob("*.safetensors")}
    assert {"start", "final", "batch-20"} <= kept
    files = {path.name for path in (tmp_path / "runs/kept").iterdir()} - {".lock", "checkpoints"}
    assert [name for name in files if f"`{name}`" not in PAGE] == []

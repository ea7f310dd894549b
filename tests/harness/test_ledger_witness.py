"""What a run keeps beside its ledger tells when lines at the ledger's end are missing."""

import json
import shutil
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.config.load import load_train
from harness.run_training import train

WORDS = (
    "env.split=gen_train env.difficulty=easy env.max_steps=6 warm_start.episodes=2 trainer.tasks=2 "
    "trainer.group_size=2 evaluation.tasks=2 budget.env_steps=120 trainer.checkpoint_every=1 "
    "algorithm=grpo"
)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    train(load_train([*WORDS.split(), f"run.dir={folder}"]))
    return folder


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "run"))


def verify(run: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["ledger", "verify", str(run)])
    return code, capsys.readouterr().out


def cut(run: Path, lines: int) -> None:
    ledger = run / "ledger.jsonl"
    kept = ledger.read_bytes().splitlines(keepends=True)[:-lines]
    ledger.write_bytes(b"".join(kept))


def test_a_whole_run_holds(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = verify(run, capsys)
    assert code == 0
    assert f"{run / 'ledger.jsonl'}: holds, " in said


@pytest.mark.parametrize("lines", [1, 2, 16])
def test_lines_that_are_missing_at_the_end_of_a_finished_run_are_noticed(
    run: Path, capsys: pytest.CaptureFixture[str], lines: int
) -> None:
    cut(run, lines)
    code, said = verify(run, capsys)
    assert code == 1
    assert "BROKEN: the run is finished and its ledger is not closed: lines at its end are" in said


def test_another_result_is_noticed(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads((run / "result.json").read_bytes())
    result["by_purpose"]["update"]["flops"] -= 1
    (run / "result.json").write_text(json.dumps(result))
    code, said = verify(run, capsys)
    assert code == 1
    assert "BROKEN: result.json says by_purpose {" in said


def test_an_unfinished_run_is_held_to_its_checkpoint(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (run / "result.json").unlink()
    assert verify(run, capsys)[0] == 0
    cut(run, 16)
    code, said = verify(run, capsys)
    assert code == 1
    assert " lines, and there are fewer: lines at the ledger's end are missing." in said


def test_show_says_what_units_are(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "show", str(run)]) == 0
    said = capsys.readouterr().out
    assert " of 120  (1: one action taken in one environment)\n" in said

"""Full disks, closed folders, two processes, clocks, damage: nothing that was kept is lost."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_env_workers import Listener
from test_training import StopAfter, records, small

from harness.config.schema import TrainConfig
from harness.errors import RunError
from harness.interrupt import Interrupted
from harness.run_training import resume, train

HGPO = "import sys; from harness.cli.main import main; raise SystemExit(main(sys.argv[1:]))"
TINY = [
    *("env.split=gen_train", "env.difficulty=easy", "env.max_steps=5", "warm_start.episodes=2"),
    *("trainer.tasks=2", "trainer.group_size=2", "trainer.checkpoint_every=1"),
    *("evaluation.tasks=2", "budget.env_steps=400", "algorithm=grpo", "--quiet"),
]


def hgpo(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HGPO, *words],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )


def interrupted(folder: Path, batches: int = 4) -> TrainConfig:
    config = small(folder)
    with pytest.raises(Interrupted):
        train(config, observer=StopAfter(batches))
    return config


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    train(small(folder))
    return folder


def newest(folder: Path) -> Path:
    files = (folder / "checkpoints").glob("batch-*.safetensors")
    return max(files, key=lambda path: int(path.stem.removeprefix("batch-")))


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_a_damaged_checkpoint_is_told_and_the_one_before_it_used(
    tmp_path: Path, whole: Path, damage: str
) -> None:
    folder = tmp_path / "run"
    interrupted(folder, batches=7)
    file = newest(folder)
    assert file.stem == "batch-6"
    data = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(data[: len(data) // 2] if damage == "cut" else data[:-1] + b"\xff")
    listener = Listener()
    resume(folder, observer=listener)
    assert len(listener.notes) == 1
    assert listener.notes[0].startswith(f"the checkpoint {str(file)!r} ")
    assert listener.notes[0].endswith(" The run goes on from the checkpoint before, at batch 3.")
    assert records(folder) == records(whole)


def test_without_a_whole_checkpoint_nothing_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    interrupted(folder)
    for file in (folder / "checkpoints").glob("*.safetensors"):
        file.write_bytes(b"")
    before = records_of_unfinished(folder)
    with pytest.raises(RunError, match=r"^no checkpoint in .* is whole: "):
        resume(folder)
    assert records_of_unfinished(folder) == before


def records_of_unfinished(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.json*")}


@pytest.mark.parametrize("name", ["metrics.jsonl", "episodes.jsonl", "ledger.jsonl"])
def test_a_journal_that_was_cut_is_named_and_nothing_is_touched(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "run"
    interrupted(folder)
    file = folder / name
    file.write_bytes(file.read_bytes()[:30])
    before = records_of_unfinished(folder)
    said = hgpo("resume", str(folder), "--quiet")
    assert said.returncode == 1
    assert said.stderr.startswith("hgpo: ")
    assert len(said.stderr.splitlines()) == 1
    assert name in said.stderr
    assert records_of_unfinished(folder) == before


def test_a_clock_that_goes_back_changes_nothing(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter(range(10**6, 0, -1))
    for clock in ("time", "perf_counter"):
        monkeypatch.setattr(time, clock, lambda: float(next(hours)) * 3600)
    folder = tmp_path / "run"
    interrupted(folder)
    resume(folder)
    assert records(folder) == records(whole)


@pytest.mark.slow
def test_a_second_process_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["train", *TINY, f"run.dir={folder}", "budget.env_steps=4000"]
    with subprocess.Popen([sys.executable, "-c", HGPO, *words], stdout=subprocess.DEVNULL) as first:
        while not (folder / "metrics.jsonl").exists():
            assert first.poll() is None
            time.sleep(0.05)
        said = hgpo("resume", str(folder))
        assert said.returncode == 1
        assert said.stderr == (
            f"hgpo: another process is at work in {str(folder)!r}. Wait for it, or choose another "
            "run.dir.\n"
        )
        assert first.wait(timeout=120) == 0
    assert (folder / "result.json").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    said = hgpo("train", *TINY, f"run.dir={tmp_path / 'run'}")
    assert said.returncode == 1
    assert said.stderr == f"hgpo: {tmp_path / 'run'}: Permission denied.\n"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("file systems can't be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.slow
def test_a_disk_that_is_really_full_stops_the_run_and_room_lets_it_go_on(
    small_disk: Path, tmp_path: Path
) -> None:
    ballast, folder = small_disk / "ballast", small_disk / "run"
    said = hgpo("train", *TINY, f"run.dir={tmp_path / 'whole'}")
    assert said.returncode == 0, said.stderr
    ballast.write_bytes(b"\0" * 64_000_000)
    said = hgpo("train", *TINY, f"run.dir={folder}")
    assert said.returncode == 1
    assert "No space left on device" in said.stderr
    assert len(said.stderr.splitlines()) == 1
    ballast.unlink()
    said = hgpo("resume", str(folder), "--quiet")
    assert said.returncode == 0, said.stderr
    moved = shutil.copytree(folder, tmp_path / "moved")
    assert records(moved) == records(tmp_path / "whole")

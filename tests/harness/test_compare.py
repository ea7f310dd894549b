import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from test_training import small

from harness.config.schema import AlgorithmConfig, CompareConfig, RunDirConfig
from harness.errors import RunError
from harness.interrupt import Interrupted
from harness.observer import CellDone, Event, Note, WorkPlanned
from harness.run_comparison import cell_name, compare, plan_cells

ALGORITHMS = [AlgorithmConfig(name="grpo"), AlgorithmConfig(name="ppo")]


def comparison(folder: Path, *, workers: int = 1) -> CompareConfig:
    cell = small(folder)
    return CompareConfig(
        env=cell.env,
        agent=cell.agent,
        evaluation=cell.evaluation,
        budget=replace(cell.budget, env_steps=1_200),
        warm_start=cell.warm_start,
        trainer=cell.trainer,
        algorithms=ALGORITHMS,
        seeds=2,
        workers=workers,
        run=RunDirConfig(dir=str(folder)),
    )


class Recorder:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def notify(self, event: Event) -> None:
        self.events.append(event)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an undisturbed comparison, trained in this process."""
    folder = tmp_path_factory.mktemp("compare") / "whole"
    compare(comparison(folder))
    return folder


def test_a_comparison_has_every_cell_under_the_same_caps(whole: Path) -> None:
    made = compare(comparison(whole))
    assert [(cell.algorithm, cell.seed) for cell in made.cells] == [
        ("grpo", 0),
        ("ppo", 0),
        ("grpo", 1),
        ("ppo", 1),
    ]
    assert made.caps == {"env_steps": 1_200, "flops": 10**10}
    assert made.faults == ()
    for cell in made.cells:
        assert all(cell.spent[unit] <= cap for unit, cap in made.caps.items())
    assert [start.seed for start in made.starts] == [0, 1]
    assert [reference.name for reference in made.references] == ["random", "expert"]
    assert len(made.tasks) == len(made.task_kinds) == 6


@pytest.mark.slow
def test_the_number_of_workers_changes_no_byte(whole: Path, tmp_path: Path) -> None:
    compare(comparison(tmp_path / "two", workers=2))
    one = (whole / "comparison.json").read_bytes()
    assert one == (tmp_path / "two" / "comparison.json").read_bytes()


def test_a_repeated_command_trains_nothing_again(whole: Path) -> None:
    config = comparison(whole)
    before = (whole / "comparison.json").read_bytes()
    watch = Recorder()
    compare(config, observer=watch)
    assert (whole / "comparison.json").read_bytes() == before
    planned = next(event for event in watch.events if isinstance(event, WorkPlanned))
    assert list(planned.kept) == [cell_name(cell) for cell in plan_cells(config)]
    assert not any(isinstance(event, CellDone) for event in watch.events)


def test_another_comparison_does_not_get_the_folder(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    config = comparison(folder)
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(RunError) as refused:
        compare(config)
    assert str(refused.value) == (
        f"{str(folder)!r} is not empty and holds no comparison. Choose another."
    )
    with pytest.raises(RunError) as refused:
        compare(replace(comparison(whole), seeds=1))
    assert str(refused.value) == (
        f"{str(whole)!r} holds a comparison of more than this: it also has seed 1. What was begun "
        "is not left out afterwards, since results could be chosen so. Ask for all of it, or "
        "choose another run.dir."
    )


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced_and_nothing_differs(
    whole: Path, tmp_path: Path
) -> None:

    class KillOneWorker(Recorder):
        def notify(self, event: Event) -> None:
            super().notify(event)
            if len(self.events) == 12:
                for child in children_of(os.getpid()):
                    os.kill(child, signal.SIGKILL)
                    break

    watch = KillOneWorker()
    compare(comparison(tmp_path / "hurt", workers=2), observer=watch)
    assert any(isinstance(event, Note) for event in watch.events)
    assert (tmp_path / "hurt" / "comparison.json").read_bytes() == (
        whole / "comparison.json"
    ).read_bytes()


@pytest.mark.slow
def test_sigterm_stops_all_workers_and_the_same_command_goes_on(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "stopped"
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
        "import test_compare as t\n"
        "from harness.run_comparison import compare\n"
        "from harness.interrupt import Interrupted, termination_as_interrupt\n"
        "if __name__ == '__main__':\n"
        "    with termination_as_interrupt():\n"
        "        try: compare(t.comparison(Path(sys.argv[1]), workers=2))\n"
        "        except Interrupted as stopped: print(stopped)\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        text=True,
    )
    cells = folder / "cells"
    deadline = time.monotonic() + 60
    while not list(cells.glob("*/metrics.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.05)
    workers = children_of(process.pid)
    process.terminate()
    said, _ = process.communicate(timeout=60)
    assert "of 4 cells finished" in said
    assert "Go on with: the same command again" in said
    assert not [worker for worker in workers if Path(f"/proc/{worker}/cmdline").exists()]
    compare(comparison(folder, workers=2))
    assert (folder / "comparison.json").read_bytes() == (whole / "comparison.json").read_bytes()


def test_an_interruption_says_what_is_kept(tmp_path: Path) -> None:
    class StopAtTheSecondCell(Recorder):
        def notify(self, event: Event) -> None:
            super().notify(event)
            if sum(isinstance(seen, CellDone) for seen in self.events) == 2:
                raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        compare(comparison(tmp_path / "run"), observer=StopAtTheSecondCell())
    assert stopped.value.kept == (
        f"{tmp_path / 'run'} has 2 of 4 cells finished, the others up to their last checkpoints."
    )


def test_the_comparison_file_is_plain_json_that_does_not_name_its_folder(whole: Path) -> None:
    text = (whole / "comparison.json").read_text()
    json.loads(text)
    assert str(whole) not in text


def children_of(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(fields[1]) == pid and b"resource_tracker" not in command:
                found.append(int(entry.name))
    return found

"""One ledger under many processes and tasks of Ray at once: no cap is passed, no unit is lost."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hammering import hammer

from harness.budget import Budget
from harness.ledger import Ledger
from leaderboards.ledger_file import verify_ledger

CAPS = {"env_steps": 250, "episodes": 200, "flops": 10**6}
SEARCH = os.pathsep.join([str(Path(__file__).parent), *sys.path])
"""Where processes find this folder's modules, and what this one finds."""

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Ledger.create(tmp_path / "ledger.jsonl", Budget.from_mapping(CAPS))
    return tmp_path / "ledger.jsonl"


def check(path: Path, told: Sequence[tuple[dict[str, int], int]]) -> None:
    """What the file adds up to is what was committed, within caps that did refuse work."""
    committed: Counter[str] = Counter()
    for amounts, _ in told:
        committed.update(amounts)
    assert sum(refused for _, refused in told) > 0
    report = verify_ledger(path)
    assert report.ok, report.failure
    assert report.pending == 0
    assert dict(report.spent) == dict(committed)
    left = Ledger.open(path).left()
    assert left == {unit: cap - committed[unit] for unit, cap in CAPS.items()}
    assert all(amount >= 0 for amount in left.values())


def test_sixteen_processes_share_one_ledger(path: Path) -> None:
    with ProcessPoolExecutor(16, mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(hammer, path, seed, 80) for seed in range(16)]
        check(path, [part.result() for part in parts])


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": SEARCH},
        stdout=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds three steps, has said so, and does nothing more."""
    process = start(
        "import sys, time; from pathlib import Path; from harness.ledger import Ledger\n"
        "held = Ledger.open(Path(sys.argv[1])).reserve('rollout', env_steps=3)\n"
        "print('held', flush=True); time.sleep(600)",
        path,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    end(process)


@pytest.fixture
def doomed(path: Path, holder: subprocess.Popen[str]) -> Iterator[list[subprocess.Popen[str]]]:
    program = (
        "import sys; from pathlib import Path; from hammering import hammer\n"
        "hammer(Path(sys.argv[1]), int(sys.argv[2]), 10**6)"
    )
    started = [start(program, path, seed) for seed in range(100, 104)]
    yield [*started, holder]
    for process in started:
        end(process)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def test_killed_processes_leave_whole_lines_and_reservations_that_can_be_released(
    path: Path, doomed: list[subprocess.Popen[str]]
) -> None:
    *hammering, holder = doomed
    for process in hammering:
        seen = lines(path)
        while lines(path) < seen + 40:
            assert process.poll() is None
            time.sleep(0.01)
        end(process)
    end(holder)
    assert Ledger.open(path).release_pending() > 0
    report = verify_ledger(path)
    assert report.ok, report.failure
    assert report.pending == 0
    left = Ledger.open(path).left()
    assert left == {unit: cap - report.spent[unit] for unit, cap in CAPS.items()}
    assert all(amount >= 0 for amount in left.values())


def test_tasks_of_ray_share_one_ledger(path: Path) -> None:
    ray = pytest.importorskip("ray")
    ray.init(
        num_cpus=4,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": SEARCH}},
    )
    try:
        play = ray.remote(hammer)
        told = ray.get([play.remote(path, seed, 60) for seed in range(8)], timeout=120)
    finally:
        ray.shutdown()
    check(path, told)

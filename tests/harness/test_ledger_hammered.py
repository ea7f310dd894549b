"""One ledger under many processes and actors at once: no cap is passed, no unit is lost."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hammering import hammer

from harness.budget import Budget
from harness.ledger import Ledger
from leaderboards.ledger_file import read_ledger, verify_ledger

CAPS = {"env_steps": 2_000, "episodes": 1_500, "flops": 10**6}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Ledger.create(tmp_path / "ledger.jsonl", Budget.from_mapping(CAPS))
    return tmp_path / "ledger.jsonl"


def check(path: Path, committed: Counter[str]) -> None:
    """What the file adds up to is what was committed, within the caps, by a chain that holds."""
    report = verify_ledger(path)
    assert report.ok, report.failure
    assert report.pending == 0
    assert dict(report.spent) == dict(committed)
    assert all(report.spent[unit] <= cap for unit, cap in CAPS.items())
    left = Ledger.open(path).left()
    assert left == {unit: cap - committed[unit] for unit, cap in CAPS.items()}


@pytest.mark.slow
def test_sixteen_processes_share_one_ledger(path: Path) -> None:
    with ProcessPoolExecutor(16, mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(hammer, path, seed, 80) for seed in range(16)]
        committed = sum((Counter(part.result()) for part in parts), Counter())
    check(path, committed)
    # the caps bind: what is left is less than the most that one call asks for
    assert Ledger.open(path).left()["episodes"] < 1_500


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


@pytest.fixture
def doomed(path: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    program = "import sys; from pathlib import Path; from hammering import hammer\n"
    program += "hammer(Path(sys.argv[1]), int(sys.argv[2]), 10**6)"
    search = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(path), str(seed)],
            env={**os.environ, "PYTHONPATH": search},
        )
        for seed in range(100, 104)
    ]
    yield started
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_killed_processes_leave_whole_lines_and_reservations_that_can_be_released(
    path: Path, doomed: list[subprocess.Popen[bytes]]
) -> None:
    for process in doomed:
        seen = lines(path)
        while lines(path) < seen + 40:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    Ledger.open(path).release_pending()
    committed: Counter[str] = Counter()
    for record in read_ledger(path):
        if record.kind == "commit":
            committed.update(record.amounts)
    check(path, committed)


@pytest.mark.slow
def test_actors_of_ray_share_one_ledger(path: Path) -> None:
    ray = pytest.importorskip("ray")
    ray.init(
        num_cpus=4,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={
            "env_vars": {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
        },
    )
    try:
        play = ray.remote(hammer)
        tasks = [play.remote(path, seed, 60) for seed in range(8)]
        committed = sum(map(Counter, ray.get(tasks, timeout=120)), Counter())
    finally:
        ray.shutdown()
    check(path, committed)

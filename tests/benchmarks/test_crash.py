"""Comparisons that are killed end as if they had not been."""

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.crash.phases import phase_of
from benchmarks.crash.soak import Soak, verdict
from benchmarks.crash.work import FOLDER, started, workers_of
from harness.budget import Budget
from harness.ledger import Ledger

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_twenty_kills_change_no_byte() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.crash", "--kills", "20", "--seed", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("20 kills over ")
    assert done.stdout.endswith("all ended as the undisturbed one did, byte for byte\n")


@pytest.mark.slow
def test_a_second_process_is_refused_and_a_killed_driver_leaves_no_worker(tmp_path: Path) -> None:
    first = started(tmp_path, "budget.env_steps=20000", resume=False)
    while not list((tmp_path / FOLDER).glob("cells/*/ledger.jsonl")):
        assert first.poll() is None
        time.sleep(0.02)
    second = started(tmp_path, "budget.env_steps=20000", resume=False)
    said = second.communicate(timeout=60)[1].decode()
    assert second.returncode == 1
    assert said.startswith("hgpo: another process is at work in ")
    assert first.poll() is None
    workers = workers_of(first.pid)
    assert workers
    first.kill()
    first.communicate()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_soak_without_kills_or_with_a_difference_is_not_sound() -> None:
    assert Soak(kills=3, comparisons=1).is_sound
    assert not Soak(kills=0, comparisons=1).is_sound
    assert not Soak(kills=3, comparisons=1, wrong=["a: result.json differ"]).is_sound


def test_the_verdict_tells_who_was_killed_when_and_what_came_of_it() -> None:
    found = Soak(
        kills=3,
        comparisons=2,
        phases=Counter({"rollout": 2, "start": 1}),
        victims=Counter({"driver": 3}),
        wrong=["comparison-1: result.json differ"],
    )
    assert verdict(found) == (
        "3 kills over 2 comparisons (driver 3; while: rollout 2, start 1): "
        "comparison-1: result.json differ"
    )


def test_the_phase_is_read_off_the_ledger_and_the_half_written_files(tmp_path: Path) -> None:
    cell = tmp_path / "cells" / "grpo-seed-0"
    assert phase_of(tmp_path) == "start"
    (cell / "checkpoints").mkdir(parents=True)
    ledger = Ledger.create(cell / "ledger.jsonl", Budget(env_steps=100))
    assert phase_of(tmp_path) == "between"
    rollout, update = ledger.reserve("rollout", env_steps=4), ledger.reserve("update", flops=3)
    assert phase_of(tmp_path) == "rollout+update"
    rollout.commit(env_steps=3)
    assert phase_of(tmp_path) == "update"
    update.release()
    assert phase_of(tmp_path) == "between"
    (cell / "checkpoints" / ".batch-2.safetensors.new").touch()
    assert phase_of(tmp_path) == "checkpoint"
    (cell / "checkpoints" / ".batch-2.safetensors.new").unlink()
    ledger.close()
    assert json.loads((cell / "ledger.jsonl").read_text().splitlines()[-1])["kind"] == "close"
    assert phase_of(tmp_path) == "start"

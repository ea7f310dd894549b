"""A worker that dies in the middle of a message, or before it is told its cell, is replaced."""

import os
import struct
from multiprocessing import Pipe, get_context
from pathlib import Path

import pytest

from harness.config.load import load_train
from harness.launch.processes import _Pool, _Worker
from harness.observer import SilentObserver


def pool_with_dead_worker(
    monkeypatch: pytest.MonkeyPatch, folder: Path, sent: bytes
) -> tuple[_Pool, _Worker, list[str]]:
    hired: list[str] = []
    monkeypatch.setattr(_Pool, "_hire", lambda pool: hired.append("again"))
    cell = load_train(["algorithm=ppo", "budget.env_steps=10", f"run.dir={folder}"])
    pool = _Pool({"ppo/seed-0": cell}, SilentObserver())
    here, there = Pipe()
    os.write(there.fileno(), sent)
    there.close()
    process = get_context("spawn").Process(target=print)
    monkeypatch.setattr(process, "join", lambda: None)
    worker = _Worker(process, here)
    pool._workers.append(worker)
    return pool, worker, hired


@pytest.mark.parametrize("sent", [b"", struct.pack("!i", 100) + b"cut off"])
def test_the_cell_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    pool, worker, hired = pool_with_dead_worker(monkeypatch, tmp_path, sent)
    pool._assign(worker)  # no error, though nobody reads it
    pool._listen(worker)
    assert (hired, pool._waiting, pool._workers) == (["again"], ["ppo/seed-0"], [])

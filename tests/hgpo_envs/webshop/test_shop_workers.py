"""The processes that help to build a shop end with the one that started them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.workers import worker_processes

PROGRAM = """
import os, sys, time
from hgpo_envs.webshop.workers import worker_processes

if __name__ == "__main__":
    with worker_processes(2) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, float(sys.argv[1])).result()
"""


def started(tmp_path, seconds):
    """Start a program with a worker that sleeps; return it and the worker's id."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    program = subprocess.Popen(
        [sys.executable, str(path), str(seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    return program, int(program.stdout.readline())


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_end_when_their_parent_is_killed(tmp_path):
    program, worker = started(tmp_path, 60)
    assert is_running(worker)
    program.kill()
    program.wait()
    until = time.monotonic() + 20
    while is_running(worker) and time.monotonic() < until:
        time.sleep(0.05)
    was_running = is_running(worker)
    if was_running:
        os.killpg(program.pid, signal.SIGKILL)
    program.communicate()
    assert not was_running


def test_ctrl_c_is_heard_by_the_parent_alone(tmp_path):
    program, _ = started(tmp_path, 1)
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=20)
    assert errors.count("KeyboardInterrupt") == 1
    assert errors.count("Traceback") == 1


def test_a_worker_that_is_killed_is_told():
    with (
        pytest.raises(DataError, match=r"ended from outside, .* memory runs out\. Close other"),
        worker_processes(1) as pool,
    ):
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()

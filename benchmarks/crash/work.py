"""The comparison that is killed, and the two ways of working on it: a command, a forked process."""

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import NoReturn, cast

from harness.config.load import load_compare
from harness.run_comparison import RESULT, compare

FOLDER = "run"
WORDS = (
    *("env.split=gen_train", "env.difficulty=easy", "env.max_steps=5", "warm_start.episodes=2"),
    *("warm_start.epochs=1", "trainer.tasks=2", "trainer.group_size=2"),
    *("trainer.checkpoint_every=2", "trainer.eval_every=3", "evaluation.tasks=4"),
    *("agent.buckets=32", "agent.width=4", "agent.hidden=4", "agent.slots=1"),
    *("budget.env_steps=1000", "algorithms=[grpo,ppo]", "seeds=2", "run.keep_last=2"),
)
"""Four cells with interim evaluations and a checkpoint every other batch."""
COMMAND = "import sys; from harness.cli.main import main; raise SystemExit(main(sys.argv[1:]))"
ROOT = Path(__file__).resolve().parents[2]
GONE_S = 60.0


def words_of(folder: Path, workers: int) -> list[str]:
    """Return the words of ``hgpo compare`` for a folder."""
    return [*WORDS, f"workers={workers}", f"run.dir={folder / FOLDER}"]


class Forked:
    """A forked process that works on the comparison, one cell after the other."""

    def __init__(self, folder: Path) -> None:
        self._code: int | None = None
        self._pid = os.fork()
        if self._pid == 0:
            _work_and_leave(folder)

    def poll(self) -> int | None:
        """Return how it ended (as subprocess tells it), None while it lives."""
        if self._code is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def kill(self) -> int:
        """Kill it, unless it has ended; return how it ended."""
        if self.poll() is None:
            os.kill(self._pid, signal.SIGKILL)
            self._code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return cast(int, self._code)


def _work_and_leave(folder: Path) -> NoReturn:
    status = 1
    try:
        compare(load_compare(words_of(folder, 1)))
        status = 0
    except Exception:  # noqa: BLE001  # a forked process has no other way to say what went wrong
        traceback.print_exc()
    finally:
        os._exit(status)


def started(folder: Path, *more: str, resume: bool) -> "subprocess.Popen[bytes]":
    """Start ``hgpo compare`` or ``hgpo resume`` with two workers, in a process group of its own."""
    words = ["resume", str(folder / FOLDER)] if resume else ["compare", *words_of(folder, 2), *more]
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words, "--quiet"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def workers_of(driver: int) -> list[int]:
    """Return the ids of the processes in which a driver's cells are trained."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(driver)],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = (line.split(maxsplit=1) for line in found.stdout.splitlines())
    return [int(pid) for pid, *args in lines if args and "spawn_main" in args[0]]


def gone(group: int) -> bool:
    """Wait until no process of a group lives; say whether that came true."""
    until = time.monotonic() + GONE_S
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    os.killpg(group, signal.SIGKILL)
    return False


def is_done(folder: Path) -> bool:
    """Say whether the comparison has its result."""
    return (folder / FOLDER / RESULT).exists()


def records(folder: Path) -> dict[str, bytes]:
    """Return what equal comparisons share: every file but the clock's, locks and configurations.

    Configurations name the folder; the result is told without the command, which does, too.
    """
    apart = {"timing.jsonl", ".lock", "config.yaml", "compare.yaml", "report.html", RESULT}
    run = folder / FOLDER
    found = {
        str(path.relative_to(run)): path.read_bytes()
        for path in sorted(run.rglob("*"))
        if path.is_file() and path.name not in apart and "tensorboard" not in path.parts
    }
    result = json.loads((run / RESULT).read_text(encoding="utf-8"))
    found[RESULT] = json.dumps({**result, "command": ""}).encode()
    return found

"""Kill a tiny training at each point at which it writes, resume it, and compare every byte.

A program of its own: it imports everything once and forks, so that a point takes a fraction of a
second. ``python sweep.py FOLDER PART PARTS FAULT`` tells as JSON what went wrong.
"""

import errno
import io
import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from harness.config.load import load_train
from harness.interrupt import Interrupted
from harness.observer import SilentObserver
from harness.run_training import resume, train

WORDS = [
    *("env.split=gen_train", "env.difficulty=easy", "env.max_steps=5", "warm_start.episodes=2"),
    *("warm_start.epochs=1", "trainer.tasks=2", "trainer.group_size=2"),
    *("trainer.checkpoint_every=2", "trainer.eval_every=3", "evaluation.tasks=2"),
    *("agent.buckets=32", "agent.width=4", "agent.hidden=4", "agent.slots=1"),
    *("budget.env_steps=100", "algorithm=ppo", "run.keep_last=2"),
]
KILLED, FULL = 77, 78


class Points:
    """Counts the calls that write; at one of them the process dies, or the disk is full."""

    def __init__(self, at: int | None, fault: str) -> None:
        self.seen = 0
        self._at = at
        self._fault = fault

    def install(self) -> None:
        os.write = self._halved(os.write)  # type: ignore[assignment]
        for name in ("fsync", "replace", "truncate", "ftruncate", "unlink"):
            setattr(os, name, self._before(getattr(os, name)))
        journal = sys.modules["harness.run.journal"].Journal
        journal.append = self._before(journal.append)
        original = Path.open

        def opened(path: Path, mode: str = "r", *given: object, **named: object) -> object:
            file = original(path, mode, *given, **named)  # type: ignore[call-overload]
            return HalfWriter(file, self) if set(mode) & {"w", "a"} else file

        Path.open = opened  # type: ignore[method-assign, assignment]

    def point(self, half: Callable[[], object] | None = None) -> None:
        """Come by a point; at the chosen one, do half of the write and end."""
        self.seen += 1
        if self.seen != self._at:
            return
        if half is not None:
            half()
        if self._fault == "kill":
            os._exit(KILLED)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _before(self, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object, **named: object) -> object:
            self.point()
            return call(*given, **named)

        return counted

    def _halved(self, write: Callable[[int, bytes], int]) -> Callable[[int, bytes], int]:
        def counted(handle: int, data: bytes) -> int:
            # a full disk takes a part of a line and says so by the number of bytes
            if self._fault != "kill" and self.seen + 1 == self._at:
                self.seen += 1
                return write(handle, data[: len(data) // 2])
            self.point(lambda: write(handle, data[: len(data) // 2]))
            return write(handle, data)

        return counted


class HalfWriter(io.BufferedIOBase):
    """A file whose writes are points: at the chosen one, half of the bytes get there."""

    def __init__(self, file: io.BufferedIOBase, points: Points) -> None:
        self._file = file
        self._points = points

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._points.point(lambda: (self._file.write(data[: len(data) // 2]), self._file.flush()))
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self._file.close()


def work(folder: Path) -> None:
    """Begin the run, or go on with it, as `harness.cells.run_cell` does."""
    from harness.run.folder import RunFolder

    if (folder / "config.yaml").exists():
        resume(folder)
    else:
        RunFolder.clear_unstarted(folder)
        train(load_train([*WORDS, f"run.dir={folder}"]), observer=SilentObserver())


def attempt(folder: Path, at: int | None, fault: str) -> int:
    """Work in a forked process until a point; return its exit code (0: it came to the end)."""
    child = os.fork()
    if child == 0:
        os._exit(_child(folder, at, fault))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _child(folder: Path, at: int | None, fault: str) -> int:
    points = Points(at, fault)
    points.install()
    try:
        work(folder)
    except OSError as error:
        return FULL if error.errno == errno.ENOSPC else 1
    except Interrupted:
        return 1
    if at is None:
        (folder / "points").write_text(str(points.seen))
    return 0


def records(folder: Path) -> dict[str, bytes]:
    """Return what equal runs share: every file but the clock's and the lock."""
    apart = {"timing.jsonl", ".lock", "config.yaml", "points"}
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in apart and "tensorboard" not in path.parts
    }


def main(folder: Path, part: int, parts: int, fault: str) -> list[str]:
    """Sweep over every ``parts``-th point from ``part`` on."""
    work(folder / "warm")  # imports and first calls, which forked processes have then
    whole = folder / "whole"
    assert attempt(whole, None, fault) == 0
    count, wanted = int((whole / "points").read_text()), records(whole)
    wrong, expected = [], KILLED if fault == "kill" else FULL
    for at in range(1 + part, count + 1, parts):
        run = folder / f"at-{at}"
        code = attempt(run, at, fault)
        if code != expected:
            wrong.append(f"point {at}: ended with {code}")
        code = attempt(run, None, fault)
        if code != 0:
            wrong.append(f"point {at}: resumed with {code}")
        elif (found := records(run)) != wanted:
            names = [n for n in sorted({*found, *wanted}) if found.get(n) != wanted.get(n)]
            wrong.append(f"point {at}: {', '.join(names)} differ")
        shutil.rmtree(run)
    return [*wrong, f"{count} points"]


if __name__ == "__main__":
    began = time.monotonic()
    told = main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    print(json.dumps({"told": told, "seconds": time.monotonic() - began}))

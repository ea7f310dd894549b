"""Cells side by side in worker processes of this machine."""

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import cast

from harness.config.schema import TrainConfig
from harness.errors import RunError
from harness.interrupt import Interrupted, termination_as_interrupt
from harness.launch.job import GRACE_S, RETRIES, CellFailure, Cells, bug, lost_too_often, outcome
from harness.observer import Event, Note, Observer

#: Exit code of a Python program that an exception ended; it would end the next worker, too.
BUG = 1


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    cell: str | None = None


def run_in_processes(cells: Cells, *, workers: int, observer: Observer) -> None:
    """Train cells, ``workers`` at a time, as `harness.cells.run_cells` says."""
    pool = _Pool(cells, observer)
    try:
        pool.run(min(workers, len(cells)))
    finally:
        pool.stop()


class _Pool:
    """Workers, and which cell each of them has."""

    def __init__(self, cells: Cells, observer: Observer) -> None:
        self._cells = cells
        self._observer = observer
        self._waiting = list(cells)
        self._lost = dict.fromkeys(cells, 0)
        self._workers: list[_Worker] = []

    def run(self, workers: int) -> None:
        for _ in range(workers):
            self._hire()
        while any(worker.cell is not None for worker in self._workers):
            busy = [worker for worker in self._workers if worker.cell is not None]
            for pipe in wait([worker.pipe for worker in busy]):
                self._listen(next(worker for worker in busy if worker.pipe is pipe))

    def stop(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            if worker.process.is_alive() and worker.cell is not None:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(GRACE_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    def _hire(self) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_work, args=(there,), daemon=True)
        process.start()
        there.close()
        worker = _Worker(process, here)
        self._workers.append(worker)
        self._assign(worker)

    def _assign(self, worker: _Worker) -> None:
        worker.cell = self._waiting.pop(0) if self._waiting else None
        if worker.cell is not None:
            with suppress(BrokenPipeError, ConnectionResetError):  # it died; `_listen` finds out
                worker.pipe.send((worker.cell, self._cells[worker.cell]))

    def _listen(self, worker: _Worker) -> None:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):  # it died, perhaps in the middle of a message
            self._replace(worker)
            return
        if message is None:
            self._assign(worker)
        elif isinstance(message, CellFailure):
            raise RunError(message.message)
        else:
            self._observer.notify(cast(Event, message))

    def _replace(self, worker: _Worker) -> None:
        cell = cast(str, worker.cell)
        worker.process.join()
        self._workers.remove(worker)
        self._lost[cell] += 1
        if worker.process.exitcode == BUG:
            raise bug(cell)
        if self._lost[cell] > RETRIES:
            last = f"exit code {worker.process.exitcode}"
            raise lost_too_often(cell, self._lost[cell], last)
        self._observer.notify(
            Note(text=f"The worker of {cell} died; the cell goes on from its last checkpoint.")
        )
        self._waiting.insert(0, cell)
        self._hire()


class _Sender:
    """Passes events to the parent."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def notify(self, event: Event) -> None:
        self._pipe.send(event)


def _work(pipe: Connection) -> None:
    """Be a worker: take cells from the pipe until it closes."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and decides
    with termination_as_interrupt():
        try:
            while True:
                name, config = cast("tuple[str, TrainConfig]", pipe.recv())
                pipe.send(outcome(name, config, _Sender(pipe)))
        except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt, Interrupted):
            return


def _end_with_parent() -> None:
    """End where the parent was killed: the next one finds the cell free, at its last checkpoint."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(BUG)

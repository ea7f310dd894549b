"""Run training cells side by side in worker processes, and lose none."""

import multiprocessing
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import cast

from harness.config.schema import TrainConfig
from harness.errors import RunError
from harness.interrupt import Interrupted, termination_as_interrupt
from harness.observer import Event, Note, Observer

#: How often a cell whose worker died is taken up again from its checkpoint.
RETRIES = 2
#: Exit code of a Python program that an exception ended; it would end the next worker, too.
BUG = 1
#: Seconds that a worker has to stop by itself after it was asked to.
GRACE_S = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFailure:
    """Why a cell could not be trained.

    Attributes:
        cell: its folder's name.
        message: the error's text.
    """

    cell: str
    message: str


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    cell: int | None = None


def run_cells(cells: Sequence[TrainConfig], *, workers: int, observer: Observer) -> None:
    """Train every cell in its own folder, ``workers`` at a time.

    A cell that was begun before goes on from its checkpoint. A worker that dies is replaced and
    its cell goes on likewise.

    Args:
        cells: what to train; every ``run.dir`` is another one.
        workers: processes.
        observer: told of the events of all cells.

    Raises:
        RunError: a cell failed, or lost its worker more than twice.
        KeyboardInterrupt: the user asked to stop; all workers have stopped then, each cell at its
            last checkpoint.
    """
    if workers <= 1 or len(cells) == 1:
        for cell in cells:
            run_cell(cell, observer)
        return
    pool = _Pool(cells, observer)
    try:
        pool.run(min(workers, len(cells)))
    finally:
        pool.stop()


def run_cell(config: TrainConfig, observer: Observer) -> None:
    """Train one cell, or go on with it.

    Raises:
        RunError: its folder holds another run.
    """
    # torch comes with these, and the parent of a pool never needs it
    from harness.comparison_folder import same_world
    from harness.run.folder import RunFolder, read_config
    from harness.run_training import resume, train

    path = Path(cast(str, config.run.dir))
    if not (path / "config.yaml").exists():
        RunFolder.clear_unstarted(path)
        train(config, observer=observer)
        return
    kept = read_config(path)
    rest = replace(kept, run=config.run, env=config.env)
    if rest != config or not same_world(kept.env, path, config.env):
        raise RunError(
            f"{str(path)!r} holds a run with another configuration. "
            "Choose another run.dir for this comparison."
        )
    resume(path, observer=observer)


class _Pool:
    """Workers, and which cell each of them has."""

    def __init__(self, cells: Sequence[TrainConfig], observer: Observer) -> None:
        self._cells = cells
        self._observer = observer
        self._waiting = list(range(len(cells)))
        self._lost = [0] * len(cells)
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
            worker.pipe.send(self._cells[worker.cell])

    def _listen(self, worker: _Worker) -> None:
        try:
            message = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._replace(worker)
            return
        if message is None:
            self._assign(worker)
        elif isinstance(message, CellFailure):
            raise RunError(message.message)
        else:
            self._observer.notify(cast(Event, message))

    def _replace(self, worker: _Worker) -> None:
        cell = cast(int, worker.cell)
        worker.process.join()
        self._workers.remove(worker)
        self._lost[cell] += 1
        name = Path(cast(str, self._cells[cell].run.dir)).name
        if worker.process.exitcode == BUG:
            raise RunError(
                f"cell {name}: the error whose traceback stands above stopped it. What was "
                "finished is kept; mend the error and run the same command again."
            )
        if self._lost[cell] > RETRIES:
            raise RunError(
                f"the cell {name} lost its worker {self._lost[cell]} times (last exit code "
                f"{worker.process.exitcode}). Look for what kills it, memory first; what was "
                "finished is kept, and the same command goes on from there."
            )
        self._observer.notify(
            Note(text=f"The worker of {name} died; the cell goes on from its last checkpoint.")
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and decides
    with termination_as_interrupt():
        try:
            while True:
                pipe.send(_outcome(pipe.recv(), _Sender(pipe)))
        except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt, Interrupted):
            return


def _outcome(config: TrainConfig, observer: Observer) -> CellFailure | None:
    try:
        run_cell(config, observer)
    except (ValueError, OSError) as error:
        if isinstance(error, BrokenPipeError | ConnectionResetError):
            raise
        name = Path(cast(str, config.run.dir)).name
        return CellFailure(cell=name, message=f"cell {name}: {error}")
    return None

"""Do independent jobs in this process or in several, with the same results in the same order."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Generic, TypeVar, cast

from harness.errors import RunError

Setup = TypeVar("Setup")
Job = TypeVar("Job")
Result = TypeVar("Result")


class Crew(Generic[Job, Result]):
    """Whoever does the jobs."""

    def __init__(
        self, work: Callable[[Job], Result] | None, pool: ProcessPoolExecutor | None
    ) -> None:
        """Take what does a job here, or the processes that do it; `crew` makes one."""
        self._work = work
        self._pool = pool

    def results(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """Yield the jobs' results in the jobs' order.

        Raises:
            RunError: a process died.
        """
        if self._pool is None:
            yield from map(cast("Callable[[Job], Result]", self._work), jobs)
            return
        try:
            yield from cast("Iterator[Result]", self._pool.map(_do, jobs))
        except BrokenProcessPool as error:
            raise RunError(
                "a process of the diagnosis died; look for what kills it, memory first. What was "
                "played is kept: the same command goes on from there."
            ) from error


@contextmanager
def crew(
    start: Callable[[Setup], Callable[[Job], Result]], setup: Setup, *, workers: int
) -> Iterator[Crew[Job, Result]]:
    """Start a crew, and end it with the block.

    Args:
        start: makes what does a job; a function of a module, called once in each process.
        setup: what it is made from.
        workers: processes; with one, the jobs are done in this one.
    """
    if workers <= 1:
        yield Crew(start(setup), None)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, partial(_begin, start, setup))
    try:
        yield Crew(None, pool)
    finally:
        pool.shutdown(cancel_futures=True)


_worker: list[Callable[[object], object]] = []


def _begin(start: Callable[[Setup], Callable[[Job], Result]], setup: Setup) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and decides
    _worker[:] = [cast("Callable[[object], object]", start(setup))]


def _do(job: object) -> object:
    return _worker[0](job)

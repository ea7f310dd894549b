"""Processes that do a share of the work of one, and end with it, however it ends."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import ParamSpec, TypeVar

from hgpo_envs.errors import DataError

P = ParamSpec("P")
T = TypeVar("T")


class Workers(ProcessPoolExecutor):
    """A pool of spawned processes that leave Ctrl-C to the one that started them."""

    def __init__(self, number: int) -> None:
        super().__init__(number, mp_context=get_context("spawn"), initializer=_end_with_parent)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a process something to do; one that is started for it never hears Ctrl-C."""
        with _without_interrupts():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def worker_processes(number: int) -> Iterator[Workers]:
    """Offer so many processes; what they have not begun is dropped where the block fails.

    Raises:
        DataError: one of them was ended from outside.
    """
    pool = Workers(number)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise DataError(
            "a process that did a share of the work was ended from outside, which is how systems "
            "act when memory runs out. Close other programs, or take fewer workers, and repeat."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back; processes that are started meanwhile never get it, this one later does."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    threading.Thread(target=_watch_parent, name="parent-watch", daemon=True).start()


def _watch_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

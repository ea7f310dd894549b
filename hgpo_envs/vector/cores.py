"""On which core a worker begins what it is sent for, where there are no more cores than workers.

A kernel wakes a process on an idle core. With as many workers as cores, the last of them finds
none while the process that steers still runs: two workers begin on one core, and where the kernel
is slow to move one of them they share it to the end while another core is idle (Linux 6.18 is; two
workers then do little more than one). So every worker is held to a core until all are sent off,
and let go again when the steering process begins to wait.
"""

import os
import weakref
from contextlib import suppress

_seats: "weakref.WeakSet[Seat]" = weakref.WeakSet()


class Seat:
    """Holds one worker process to a core for the moment of its start; costs two system calls.

    Where the system has no such thing, or forbids it, nothing happens.
    """

    def __init__(self, pid: int, number: int) -> None:
        """Count worker ``number``, the process ``pid``, among those of this process."""
        self._pid = pid
        self._number = number
        self._allowed: set[int] | None = None
        _seats.add(self)

    def hold(self) -> None:
        """Hold the worker to its core, if this process has as many workers as cores."""
        if not hasattr(os, "sched_setaffinity"):
            return
        with suppress(OSError):
            allowed = os.sched_getaffinity(self._pid)
            if len(allowed) > 1 and len(_seats) >= len(allowed):
                os.sched_setaffinity(self._pid, {sorted(allowed)[self._number % len(allowed)]})
                self._allowed = allowed

    def let_go(self) -> None:
        """Let the worker run on every core again that it was allowed before."""
        if self._allowed is not None:
            with suppress(OSError):
                os.sched_setaffinity(self._pid, self._allowed)
            self._allowed = None

    def leave(self) -> None:
        """Don't count the worker any more: its process is gone."""
        _seats.discard(self)

"""What a worker is to the side that steers it: something that answers one message at a time.

A worker owns environments and answers requests (``hgpo_envs.vector.messages``). How the bytes
travel is the transport's affair: `hgpo_envs.vector.process` starts a process and uses a socket;
another transport may be an actor on another machine. Whatever stands behind it, the far side
keeps one ``hgpo_envs.vector.host.Host`` and gives each request to its ``answer``.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias


class WorkerLostError(Exception):
    """The worker is gone, and what it held with it. The text says how: ``killed by signal 9``."""


class WorkerSilentError(Exception):
    """The worker has not answered in time; it may be hanging or only be slow."""


class Transport(Protocol):
    """One worker, seen from the side that steers it.

    A request is sent, then its answer received, before the next request is sent. The far side
    reads a request as a whole before it begins to answer. A transport never starts a worker
    again by itself: what was lost is for its user to find out and to replace.
    """

    @property
    def name(self) -> str:
        """Say which worker it is, for messages: ``process 4711``."""
        ...

    @property
    def alive(self) -> bool:
        """Tell whether the worker is still there, as far as is known now."""
        ...

    def send(self, request: bytes, timeout_s: float) -> None:
        """Hand a request over.

        Raises:
            WorkerLostError: the worker is gone.
            WorkerSilentError: the worker did not take it within ``timeout_s`` seconds.
        """
        ...

    def receive(self, timeout_s: float) -> bytes:
        """Return the answer to the request that was sent last.

        Args:
            timeout_s: seconds to wait at most; 0 takes only what is there already.

        Raises:
            WorkerLostError: the worker is gone.
            WorkerSilentError: no whole answer came within ``timeout_s`` seconds. What came of it
                is of no use any more: the worker has to be killed.
        """
        ...

    def kill(self) -> None:
        """End the worker at once, whatever it does, and wait until it is gone.

        Killing a worker that is gone already does nothing.
        """
        ...

    def close(self) -> None:
        """Let the worker end in its own time, a few seconds at most, then kill it."""
        ...


#: Starts worker number ``n``, counted from 0; returns at once or when it is ready, as it likes.
#: Raises WorkerLostError where it can't be started.
Launcher: TypeAlias = Callable[[int], Transport]

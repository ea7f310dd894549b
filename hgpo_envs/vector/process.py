"""Workers as processes of this machine, each at the other end of a socket."""

import os
import signal
import socket
import subprocess
import sys

from hgpo_envs.vector.cores import Seat
from hgpo_envs.vector.frames import read_frame, write_frame
from hgpo_envs.vector.transport import WorkerLostError

#: Seconds that a worker has to end by itself once its socket is closed.
GRACE_S = 2.0

#: Bytes of an answer that the system may keep while nobody reads it; it gives less where its own
#: limit is lower. A worker whose answer does not fit stands still until the one before it is read.
MOST_WAITING = 4 << 20


class ProcessTransport:
    """One worker process; ends with this one, whatever ends it."""

    def __init__(self, number: int) -> None:
        """Start worker ``number``; it gets ready while this process goes on.

        Raises:
            WorkerLostError: the process can't be started.
        """
        self.number = number
        self._stream, theirs = socket.socketpair()
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_WAITING)
        their_lifeline, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-m", "hgpo_envs.vector.worker"),
                    *(str(theirs.fileno()), str(their_lifeline)),
                ],
                env={**os.environ, "PYTHONPATH": _search_path()},
                pass_fds=(theirs.fileno(), their_lifeline),
                stdin=subprocess.DEVNULL,
                stdout=2,  # what an environment prints must not mix with results
            )
        except OSError as error:
            self._hang_up()
            raise WorkerLostError(f"it can't be started: {error}") from error
        finally:
            theirs.close()
            os.close(their_lifeline)
        self._seat = Seat(self._process.pid, number)

    @property
    def name(self) -> str:
        """Say which process it is."""
        return f"process {self._process.pid}"

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Tell whether the process runs."""
        return self._process.poll() is None

    def send(self, request: bytes, timeout_s: float) -> None:
        """Hand a request over, as ``Transport`` says."""
        self._stream.settimeout(timeout_s)
        self._seat.hold()
        try:
            write_frame(self._stream, request)
        except WorkerLostError as error:
            raise self._lost() from error

    def receive(self, timeout_s: float) -> bytes:
        """Return the answer, as ``Transport`` says."""
        self._seat.let_go()
        try:
            return read_frame(self._stream, timeout_s)
        except WorkerLostError as error:
            raise self._lost() from error

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()
        self._seat.leave()
        self._hang_up()

    def close(self) -> None:
        """Close the socket, at which the worker ends; kill it where it does not."""
        self._hang_up()
        try:
            self._process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            self.kill()
        self._seat.leave()

    def _hang_up(self) -> None:
        self._stream.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1

    def _lost(self) -> WorkerLostError:
        """Say how the process ended; one that only closed its socket is ended."""
        try:
            code = self._process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            self.kill()
            return WorkerLostError("closed its connection")
        if code < 0:
            return WorkerLostError(f"killed by {signal.Signals(-code).name}")
        return WorkerLostError(f"ended with exit status {code}")


def _search_path() -> str:
    """Return where this process finds modules: a worker finds the same ones."""
    return os.pathsep.join(path or os.getcwd() for path in sys.path)

"""A worker process: reads requests from a socket, answers them, ends with who started it.

Started by ``hgpo_envs.vector.process`` as ``python -m hgpo_envs.vector.worker SOCKET LIFELINE``,
both numbers of open files.
"""

import fcntl
import os
import signal
import socket
import sys

from hgpo_envs.vector.frames import read_frame, write_frame
from hgpo_envs.vector.host import Host
from hgpo_envs.vector.transport import WorkerLostError


def serve(stream: socket.socket) -> None:
    """Answer requests until the other side closes the stream."""
    host = Host()
    while True:
        try:
            write_frame(stream, host.answer(read_frame(stream)))
        except WorkerLostError:
            return


def end_with(lifeline: int) -> None:
    """End this process when the other end of a pipe is closed, even in the middle of a step.

    Nothing is ever written to the pipe, so that the one thing that can happen to it is that the
    process at its other end closes it or dies. The kernel then sends SIGIO, which ends a process
    that does not handle it.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC | os.O_NONBLOCK)
    try:
        closed_before = os.read(lifeline, 1) == b""
    except BlockingIOError:
        closed_before = False
    if closed_before:
        sys.exit(0)


def main() -> None:
    """Serve the socket of the first argument."""
    number, lifeline = map(int, sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the side that steers
    end_with(lifeline)
    with socket.socket(fileno=number) as stream:
        serve(stream)


if __name__ == "__main__":
    main()

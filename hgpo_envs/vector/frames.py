"""Messages on a stream: eight bytes of length, then the message."""

import socket
import struct
import time

from hgpo_envs.vector.transport import WorkerLostError, WorkerSilentError

_LENGTH = struct.Struct("<Q")


def write_frame(stream: socket.socket, message: bytes) -> None:
    """Write one message, within the socket's own timeout.

    Raises:
        WorkerSilentError: the other side did not take it in time.
        WorkerLostError: the other side is gone.
    """
    try:
        stream.sendall(_LENGTH.pack(len(message)) + message)
    except TimeoutError as error:
        raise WorkerSilentError("it takes no message") from error
    except OSError as error:
        raise WorkerLostError(f"its connection is closed ({error.strerror})") from error


def read_frame(stream: socket.socket, timeout_s: float | None = None) -> bytes:
    """Read one message.

    Args:
        stream: what to read from.
        timeout_s: seconds for the whole message; None waits as long as it takes.

    Raises:
        WorkerSilentError: no whole message came in time.
        WorkerLostError: the stream ended.
    """
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    (size,) = _LENGTH.unpack(_read(stream, _LENGTH.size, deadline))
    return bytes(_read(stream, size, deadline))


def _read(stream: socket.socket, size: int, deadline: float | None) -> bytearray:
    read = bytearray(size)
    rest = memoryview(read)
    while rest:
        if deadline is not None:
            stream.settimeout(max(1e-6, deadline - time.monotonic()))
        try:
            count = stream.recv_into(rest)
        except TimeoutError as error:
            raise WorkerSilentError("it does not answer") from error
        except OSError as error:
            raise WorkerLostError(f"its connection is closed ({error.strerror})") from error
        if count == 0:
            raise WorkerLostError("its connection is closed")
        rest = rest[count:]
    return read

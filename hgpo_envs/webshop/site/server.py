"""Answer requests: a site on an address of this machine, in a thread of its own."""

import errno
import socket
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Self

from hgpo_envs.errors import EnvInputError, MissingPackageError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LOOPBACK = "127.0.0.1"
WORKERS = 8
MAX_CONNECTIONS = 512
MAX_HEADER_BYTES = 1 << 19
POLL_S = 0.5
LEAVE_S = 5.0


class SiteServer:
    """A site that answers until it is closed; requests are served side by side.

    It is `waitress`: kept up for years, no dependencies of its own, a fixed number of threads, and
    limits on what a client may send and hold open.

    Attributes:
        address: where it answers, for example ``"http://127.0.0.1:3000"``.
    """

    def __init__(
        self, application: "WSGIApplication", *, host: str = LOOPBACK, port: int = 0
    ) -> None:
        """Start answering.

        Args:
            application: the site.
            host: the address to listen on; the default is reached from this machine alone.
            port: the port; 0 takes a free one.

        Raises:
            EnvInputError: the port is taken or not allowed, or the host is none of this machine.
            MissingPackageError: waitress is not installed.
        """
        try:
            from waitress.server import create_server
        except ModuleNotFoundError as error:
            raise MissingPackageError(
                "the shop's site needs the package 'waitress', which is not installed. "
                "Install it with: pip install 'hgpo-bench[site]'"
            ) from error
        door = listen(host, port)
        self.address = address_of(host, door.getsockname()[1])
        self._map: dict[int, object] = {}
        self._server = create_server(
            application,
            map=self._map,
            sockets=[door],
            threads=WORKERS,
            connection_limit=MAX_CONNECTIONS,
            max_request_header_size=MAX_HEADER_BYTES,
            max_request_body_size=MAX_HEADER_BYTES,
            ident=None,
            clear_untrusted_proxy_headers=True,
        )
        self._is_leaving = threading.Event()
        self._thread = threading.Thread(target=self._answer, name="webshop-site", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Return once the site is closed; Ctrl-C comes through at once."""
        while self._thread.is_alive():
            self._thread.join(POLL_S)

    def close(self) -> None:
        """Finish the requests that are being answered, and end; a second call does nothing."""
        if self._is_leaving.is_set():
            return
        self._is_leaving.set()
        self._server.pull_trigger()
        self._thread.join(LEAVE_S)

    def _answer(self) -> None:
        from waitress import wasyncore

        try:
            while not self._is_leaving.is_set():
                wasyncore.loop(timeout=POLL_S, use_poll=True, map=self._map, count=1)
        finally:
            self._server.task_dispatcher.shutdown(timeout=LEAVE_S)
            wasyncore.close_all(self._map, ignore_all=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def listen(host: str, port: int) -> socket.socket:
    """Return a bound socket.

    Raises:
        EnvInputError: the port is out of range, taken or not allowed, or the host is none of this
            machine's addresses.
    """
    if isinstance(port, bool) or not 0 <= port <= 65535:
        raise EnvInputError(f"the port is {port!r}; expected 0 (any free one) to 65535.")
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise EnvInputError(
            f"the host {host!r} is not known here: {error}. Expected an address of this machine, "
            f"such as {LOOPBACK!r}."
        ) from error
    door = socket.socket(family, kind, protocol)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(place)
    except OSError as error:
        door.close()
        raise EnvInputError(_refused(host, port, error)) from error
    return door


def _refused(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is taken by another program. "
            "Stop that one, or take another port; 0 takes any free one."
        )
    if error.errno == errno.EACCES:
        return f"port {port} of {host} may not be taken by this user. Take one from 1024 upwards."
    return (
        f"can't listen on {host}, port {port}: {error.strerror}. "
        f"Expected an address of this machine, such as {LOOPBACK!r}."
    )


def address_of(host: str, port: int) -> str:
    """Return the address to open in a browser.

    Example:
        >>> address_of("::1", 3000)
        'http://[::1]:3000'
    """
    name = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"

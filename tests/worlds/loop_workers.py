"""Workers that live in the test's own process, and are lost where the test says so."""

from collections.abc import Callable, Iterator

from hgpo_envs.vector import Transport, WorkerLostError, WorkerSilentError
from hgpo_envs.vector.host import Host

#: What happens to a worker at each message, in the order of the messages of all workers.
FINE, LOST_BEFORE, LOST_AFTER, SILENT = "fine", "lost before", "lost after", "silent"


class LoopTransport:
    """Answers from a host in this process."""

    def __init__(self, number: int, fates: Iterator[str]) -> None:
        self.name = f"loop {number}"
        self.alive = True
        self._host = Host()
        self._fates = fates
        self._answer = b""
        self._fate = FINE

    def send(self, request: bytes, timeout_s: float) -> None:
        assert timeout_s > 0
        assert not self._answer, "a request was sent before the last one's answer was taken"
        if not self.alive:
            raise WorkerLostError("lost")
        self._fate = next(self._fates, FINE)
        if self._fate == LOST_BEFORE:
            self.alive = False
            raise WorkerLostError("lost before it read")
        self._answer = self._host.answer(request)

    def receive(self, timeout_s: float) -> bytes:
        assert timeout_s > 0
        if not self.alive:
            raise WorkerLostError("lost")
        if self._fate == LOST_AFTER:
            self.alive = False
            raise WorkerLostError("lost before it answered")
        if self._fate == SILENT:
            raise WorkerSilentError("does not answer")
        answer, self._answer = self._answer, b""
        return answer

    def kill(self) -> None:
        self.alive = False

    def close(self) -> None:
        self.alive = False


def loop_launcher(*fates: str) -> Callable[[int], Transport]:
    """Return a launcher whose workers meet these fates, one a message; after that all is fine."""
    coming = iter(fates)
    return lambda number: LoopTransport(number, coming)

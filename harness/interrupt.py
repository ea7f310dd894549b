"""Stop when asked to: Ctrl-C and SIGTERM, as one exception, with what was kept."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(Exception):  # noqa: N818  # it reports what the user asked for, no fault
    """The work was stopped by the user and can go on later.

    Attributes:
        kept: what is on disk, as a sentence.
        continue_with: the command that goes on from there.
    """

    def __init__(self, *, kept: str, continue_with: str) -> None:
        """Say what was kept and how to go on."""
        super().__init__(kept, continue_with)
        self.kept = kept
        self.continue_with = continue_with

    def __str__(self) -> str:
        return f"interrupted. {self.kept} Go on with: {self.continue_with}"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.kept, self.continue_with)


def _rebuild(kept: str, continue_with: str) -> Interrupted:
    return Interrupted(kept=kept, continue_with=continue_with)


@contextmanager
def termination_as_interrupt() -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM, as Ctrl-C does, while the block runs.

    Code that keeps something catches KeyboardInterrupt alone, saves, and raises `Interrupted`.
    Outside the main thread, where Python takes no handlers, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _raise(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt(signal.Signals(number).name)

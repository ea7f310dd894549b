"""Say for each second of a program which room of the house it was spent in."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import TypeVar, cast

Result = TypeVar("Result")
REST = "rest"


class Rooms:
    """A clock that follows a program from room to room; time counts for the innermost one.

    Attributes:
        seconds: room -> seconds so far; `REST` is where nobody named a room.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stack = [REST]
        self._since = time.perf_counter()

    def enter(self, room: str) -> None:
        """Go into a room."""
        self._count()
        self._stack.append(room)

    def leave(self) -> None:
        """Go back to where one came from."""
        self._count()
        self._stack.pop()

    def counted(self, room: str, function: Callable[..., Result]) -> Callable[..., Result]:
        """Return a function that does the same, in a room."""

        @wraps(function)
        def inside(*given: object, **named: object) -> Result:
            self.enter(room)
            try:
                return function(*given, **named)
            finally:
                self.leave()

        return inside

    def _count(self) -> None:
        now = time.perf_counter()
        room = self._stack[-1]
        self.seconds[room] = self.seconds.get(room, 0.0) + now - self._since
        self._since = now


@contextmanager
def watched(doors: Mapping[str, Sequence[str]]) -> Iterator[Rooms]:
    """Watch the named functions while the block runs.

    Args:
        doors: room -> ``module:function`` or ``module:Class.method``, by where it is looked up
            when it is called.

    Raises:
        AttributeError: there is no such function; a measurement that misses one says nothing.
    """
    rooms = Rooms()
    undo: list[tuple[object, str, object]] = []
    for room, places in doors.items():
        for place in places:
            module, _, path = place.partition(":")
            *owners, name = path.split(".")
            owner: object = import_module(module)
            for part in owners:
                owner = getattr(owner, part)
            before = getattr(owner, name)
            undo.append((owner, name, before))
            setattr(owner, name, rooms.counted(room, cast("Callable[..., object]", before)))
    try:
        yield rooms
    finally:
        rooms.enter(REST)
        for owner, name, before in undo:
            setattr(owner, name, before)

"""The visits that a site knows: one a session id, so many at most, and none mixed with another."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from hgpo_envs.webshop.session.state import START, State

MAX_VISITS = 10_000
ID_BYTES = 16
ID_LENGTH = 22
"""Characters of a session id: 16 random bytes in URL-safe base 64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """What was bought, and what that was worth.

    Attributes:
        state: the visit's state after it.
        total: the reward, from 0 to 1.
        components: what the reward is made of.
    """

    state: State
    total: float
    components: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a visit has come: an immutable value that can be kept and put back.

    Attributes:
        state: the page that was shown last.
        purchase: the last purchase, or None.
    """

    state: State = START
    purchase: Purchase | None = None


@dataclass(slots=True)
class Visit:
    """One visitor with one task.

    Attributes:
        task: the id of the task.
        progress: how far they have come; replaced whole, under ``lock``.
        lock: held while a request changes the visit.
    """

    task: str
    progress: Progress = field(default_factory=Progress)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Visits:
    """Visits by session id; of too many the one that was quiet for longest is forgotten."""

    def __init__(self, most: int = MAX_VISITS) -> None:
        """Start with none; ``most`` is how many there may be."""
        self._most = most
        self._by_id: OrderedDict[str, Visit] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._by_id)

    def open(self, task: str) -> str:
        """Start a visit; return its session id, which nobody can guess."""
        session = secrets.token_urlsafe(ID_BYTES)
        with self._lock:
            self._by_id[session] = Visit(task)
            while len(self._by_id) > self._most:
                self._by_id.popitem(last=False)
        return session

    def find(self, session: str) -> Visit | None:
        """Return the visit of a session id, or None where there is none (any more)."""
        with self._lock:
            visit = self._by_id.get(session)
            if visit is not None:
                self._by_id.move_to_end(session)
            return visit

    def close(self, session: str) -> None:
        """Forget a visit; one that is not there is no mistake."""
        with self._lock:
            self._by_id.pop(session, None)

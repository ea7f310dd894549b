"""Memories: what of the turns so far a policy gets to see."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name


class Recollection(NamedTuple):
    """What a memory gives to the context.

    Attributes:
        turns: turns told in full, oldest first.
        notes: further text, such as a summary of what the turns leave out.
    """

    turns: tuple[Turn, ...]
    notes: tuple[str, ...] = ()


class Memory(Protocol):
    """Turns the episode so far into what the policy sees; a class with these two is one."""

    @property
    def name(self) -> str:
        """Say what the memory is, parameters included: it goes into records."""
        ...

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Choose from ``turns`` (oldest first, the current observation not among them)."""
        ...


class NoMemory:
    """Show the current observation alone."""

    name = "none"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return nothing."""
        return Recollection(())


class WindowMemory:
    """Show the last ``size`` turns (HGPO, arXiv 2602.22817, uses 2 and 4)."""

    def __init__(self, size: int) -> None:
        """Keep ``size`` turns.

        Raises:
            EnvInputError: ``size`` is no positive integer.
        """
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise EnvInputError(
                f"the window memory's size is {size!r}; expected a whole number of at least 1. "
                "For no history use the memory 'none'."
            )
        self.size = size
        self.name = f"window({size})"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return the last ``size`` turns."""
        return Recollection(tuple(turns[-self.size :]))


class FullMemory:
    """Show every turn."""

    name = "full"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return all turns."""
        return Recollection(tuple(turns))


MEMORIES = ("none", "window", "full")


def make_memory(kind: str, *, size: int | None = None) -> Memory:
    """Make a memory by name.

    Args:
        kind: ``"none"``, ``"window"`` or ``"full"``.
        size: number of turns, for ``"window"`` alone.

    Raises:
        UnknownNameError: no memory of that name.
        EnvInputError: ``size`` is missing, out of range, or given where it means nothing.

    Example:
        >>> make_memory("window", size=4).name
        'window(4)'
    """
    if kind not in MEMORIES:
        raise UnknownNameError(unknown_name("memory", kind, MEMORIES))
    if kind == "window":
        if size is None:
            raise EnvInputError("the window memory needs a size, for example size=4.")
        return WindowMemory(size)
    if size is not None:
        raise EnvInputError(
            f"the memory {kind!r} takes no size, but {size!r} was given. "
            "Leave it out, or use 'window'."
        )
    return NoMemory() if kind == "none" else FullMemory()

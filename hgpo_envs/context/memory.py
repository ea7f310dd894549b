"""The contract of memories: what of the turns so far a policy gets to see."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, cast, runtime_checkable

from hgpo_envs.context.turn import Turn

Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]
"""What JSON can write."""


class Recollection(NamedTuple):
    """What a memory gives to the context.

    Attributes:
        turns: turns told in full, oldest first.
        notes: further text, such as a summary of what the turns leave out.
    """

    turns: tuple[Turn, ...]
    notes: tuple[str, ...] = ()


class Memory(Protocol):
    """Turns the episode so far into what the policy sees; a class with these two is one.

    One memory serves many episodes side by side: what ``recall`` returns follows from its
    arguments (and from what was put into an `EpisodeStore` that the memory reads), never from
    which episode asked before.
    """

    @property
    def name(self) -> str:
        """Say what the memory is, parameters included: it goes into records."""
        ...

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Choose from ``turns`` (oldest first, the current observation not among them)."""
        ...


@runtime_checkable
class DescribedMemory(Protocol):
    """A memory that can be made again elsewhere, such as in a worker process."""

    def describe(self) -> Mapping[str, Plain] | None:
        """Return what ``make_memory(**description)`` makes an equal memory of.

        None where it can't be told in plain data: a callable that has no importable name. What
        is told can change when something was put into a store that the memory reads.
        """
        ...


def describe_memory(memory: Memory) -> dict[str, Plain] | None:
    """Return the plain data that ``make_memory(**description)`` makes an equal memory of.

    Returns:
        ``kind`` and the parameters, as JSON can write them; None for a memory that can't be
        told so, such as one of a class that has no ``describe``.

    Example:
        >>> from hgpo_envs.context import make_memory
        >>> describe_memory(make_memory("window", size=4))
        {'kind': 'window', 'size': 4}
    """
    if not isinstance(memory, DescribedMemory):
        return None
    description = cast(DescribedMemory, memory).describe()
    return None if description is None else dict(description)

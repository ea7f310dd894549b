"""Make a memory by name."""

from hgpo_envs.context.memories.full import FullMemory
from hgpo_envs.context.memories.none import NoMemory
from hgpo_envs.context.memories.window import WindowMemory
from hgpo_envs.context.memory import Memory
from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

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

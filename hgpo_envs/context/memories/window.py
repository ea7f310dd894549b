"""A window: the last turns."""

from collections.abc import Sequence

from hgpo_envs.context.memory import Plain, Recollection
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError

_new_tuple = tuple.__new__


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
        self._shown = slice(-size, None)
        self.name = f"window({size})"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return the last ``size`` turns."""
        # Half the time of Recollection(...): this is called at every step of every member.
        return _new_tuple(Recollection, (tuple(turns[self._shown]), ()))

    def describe(self) -> dict[str, Plain]:
        """Return the memory as plain data."""
        return {"kind": "window", "size": self.size}

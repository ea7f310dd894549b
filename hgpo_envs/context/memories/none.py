"""No memory: the current observation alone."""

from collections.abc import Sequence

from hgpo_envs.context.memory import Plain, Recollection
from hgpo_envs.context.turn import Turn


class NoMemory:
    """Show the current observation alone."""

    name = "none"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return nothing."""
        return Recollection(())

    def describe(self) -> dict[str, Plain]:
        """Return the memory as plain data."""
        return {"kind": "none"}

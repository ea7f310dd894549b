"""The whole episode."""

from collections.abc import Sequence

from hgpo_envs.context.memory import Plain, Recollection
from hgpo_envs.context.turn import Turn


class FullMemory:
    """Show every turn."""

    name = "full"

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return all turns."""
        return Recollection(tuple(turns))

    def describe(self) -> dict[str, Plain]:
        """Return the memory as plain data."""
        return {"kind": "full"}

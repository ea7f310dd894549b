"""A memory of another package's class, with the words that make it again."""

from collections.abc import Mapping, Sequence
from typing import cast

from hgpo_envs.context.memory import Memory, Plain, Recollection, describe_memory
from hgpo_envs.context.named import load_named
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError


class OwnMemory:
    """Let an author's class remember, and know how it was made."""

    def __init__(self, kind: str, made: Memory, parameters: Mapping[str, object]) -> None:
        """Take the memory and what it was made of."""
        self.made = made
        self.name = str(made.name)
        self._told = {"kind": kind, **parameters}

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return what the author's class returns.

        Raises:
            EnvInputError: that is no `Recollection`.
        """
        recollection = self.made.recall(instruction, turns)
        if not isinstance(recollection, Recollection):
            raise EnvInputError(
                f"recall of the memory {self.name!r} returned a {type(recollection).__name__}; "
                "expected a Recollection(turns, notes)."
            )
        return recollection

    def describe(self) -> dict[str, Plain] | None:
        """Return what the class tells of itself, else what it was made of, if that is plain."""
        told = describe_memory(self.made)
        if told is not None:
            return told
        return cast("dict[str, Plain]", self._told) if is_plain(self._told) else None


def load_class(kind: str) -> type:
    """Import the class that ``kind`` names.

    Raises:
        EnvInputError: it can't be imported, or is no memory's class.
    """
    found = load_named(kind, what="memory")
    if not isinstance(found, type) or not hasattr(found, "recall"):
        raise EnvInputError(
            f"the memory {kind!r} is no class with a recall method. Write one with a name and "
            "recall(instruction, turns) -> Recollection."
        )
    return found


def is_plain(value: object) -> bool:
    """Say whether JSON can write a value and give it back equal."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(item) for key, item in value.items())
    return value is None or isinstance(value, str | int | float | bool)

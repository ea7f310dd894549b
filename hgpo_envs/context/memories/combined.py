"""Several memories side by side."""

from collections.abc import Mapping, Sequence
from typing import cast

from hgpo_envs.context.memory import Memory, Plain, Recollection, describe_memory
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError


class CombinedMemory:
    """Show what any of its parts shows: each turn once, and the notes of all.

    Turns stand in the order of the episode, notes in the order of the parts.
    """

    def __init__(self, parts: Sequence[Memory | Mapping[str, object]]) -> None:
        """Join ``parts``: memories, or descriptions of them (``{"kind": "window", "size": 2}``).

        Raises:
            EnvInputError: there are fewer than two, or one is no memory.
        """
        if not isinstance(parts, list | tuple) or len(parts) < 2:
            raise EnvInputError(
                f"the combined memory's parts are {parts!r}; expected two or more, for example "
                "parts=[{'kind': 'window', 'size': 2}, {'kind': 'summary'}]."
            )
        self.parts = tuple(_memory(part) for part in parts)
        self.name = "+".join(part.name for part in self.parts)

    def recall(self, instruction: str, turns: Sequence[Turn]) -> Recollection:
        """Return what the parts show, together.

        Raises:
            EnvInputError: a part shows a turn that is none of the episode's.
        """
        told = [part.recall(instruction, turns) for part in self.parts]
        shown = {id(turn) for recollection in told for turn in recollection.turns}
        joined = tuple(turn for turn in turns if id(turn) in shown)
        if len({id(turn) for turn in joined}) < len(shown):
            raise EnvInputError(
                f"a part of the memory {self.name!r} shows a turn that it made itself. In a "
                "combination turns are shown as they were: put other text into a note."
            )
        return Recollection(
            joined, tuple(note for recollection in told for note in recollection[1])
        )

    def describe(self) -> dict[str, Plain] | None:
        """Return the memory as plain data, or None where a part can't be told so."""
        told = [describe_memory(part) for part in self.parts]
        if any(part is None for part in told):
            return None
        return {"kind": "combined", "parts": cast("list[Plain]", told)}


def _memory(part: Memory | Mapping[str, object]) -> Memory:
    if not isinstance(part, Mapping):
        return part
    # make_memory makes combined memories itself
    from hgpo_envs.context.making import make_memory

    described = dict(part)
    kind = described.pop("kind", None)
    if not isinstance(kind, str):
        raise EnvInputError(
            f"a part of the combined memory is {dict(part)!r}; expected its kind among its keys, "
            "for example {'kind': 'window', 'size': 2}."
        )
    return make_memory(kind, **described)

"""What a memory shows to one member of a team."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from hgpo_envs.context.memory import Memory, Recollection
from hgpo_envs.context.turn import Turn

RECALLS, MEMBER = "recalls", "member"
"""Facts in ``info`` of environments that a team plays: whose earlier turns whoever moves now may
remember, and who moves."""


def recall_for_member(
    memory: Memory, info: Mapping[str, object], turns: Sequence[Turn]
) -> Recollection:
    """Return what a memory shows of a team's episode to the member that moves now.

    The memory is given the turns of those members alone that ``info["recalls"]`` names, and isn't
    asked where it names none.

    Args:
        memory: what recalls.
        info: the info that came with the current observation.
        turns: all turns of the episode so far, oldest first.

    Example:
        >>> from hgpo_envs.context import Turn, make_memory
        >>> said, done = ({"member": name} for name in ("one", "two"))
        >>> turns = [Turn("a", "say", 0.0, said), Turn("b", "do", 0.0, done)]
        >>> info = {"instruction": "", "recalls": ("one",)}
        >>> [turn.action for turn in recall_for_member(make_memory("full"), info, turns).turns]
        ['say']
    """
    members = cast("Collection[str]", info[RECALLS])
    if not members:
        return Recollection(())
    own = [turn for turn in turns if turn.info[MEMBER] in members]
    return memory.recall(cast(str, info["instruction"]), own)

"""Context keys: the current anchor together with the k before it, as one 64-bit number."""

import hashlib
from collections.abc import Sequence

from hgpo_envs.errors import EnvInputError

KEY_BYTES = 8


def anchor_digest(anchor: str) -> bytes:
    """Return the 64-bit digest of one anchor (BLAKE2b), the same in every process."""
    return hashlib.blake2b(anchor.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


def context_key(
    anchors: Sequence[str], k: int, *, actions: Sequence[str] | None = None
) -> int | None:
    """Identify the last anchor together with the ``k`` before it.

    The hierarchy of groups of HGPO (arXiv 2602.22817, Section 4) is equality of these keys:
    a key at ``k`` equal in two steps means that the keys at every smaller ``k`` are equal too.

    Args:
        anchors: the episode's anchors up to now, oldest first, the current one last.
        k: how many earlier anchors take part; 0 is the current one alone.
        actions: what was done on the earlier anchors, one fewer than there are anchors; the last
            ``k`` take part too. None leaves actions out, as the paper does: two ways between the
            same states are one context.

    Returns:
        An unsigned 64-bit number, or None where the episode has fewer than ``k`` earlier steps.

    Raises:
        EnvInputError: ``k`` is negative, or there isn't one action an earlier anchor.

    Example:
        >>> context_key(["a", "b"], 1) == context_key(["x", "a", "b"], 1)
        True
        >>> context_key(["a", "b"], 2) is None
        True
    """
    if k < 0:
        raise EnvInputError(f"a context key's k is {k}; expected 0 or more earlier anchors.")
    if actions is not None and len(actions) != len(anchors) - 1:
        raise EnvInputError(
            f"{len(actions)} actions were given with {len(anchors)} anchors; expected one on each "
            "anchor before the last."
        )
    if k >= len(anchors):
        return None
    digest = hashlib.blake2b(digest_size=KEY_BYTES)
    for anchor in anchors[len(anchors) - 1 - k :]:
        digest.update(anchor_digest(anchor))
    for action in actions[len(actions) - k :] if actions is not None else ():
        digest.update(anchor_digest(action))
    return int.from_bytes(digest.digest(), "big")

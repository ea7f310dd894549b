"""Context keys: the current anchor together with the k before it, as one 64-bit number."""

import hashlib
from collections.abc import Sequence

from hgpo_envs.errors import EnvInputError

KEY_BYTES = 8


def anchor_digest(anchor: str) -> bytes:
    """Return the 64-bit digest of one anchor (BLAKE2b), the same in every process."""
    return hashlib.blake2b(anchor.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


def context_key(anchors: Sequence[str], k: int) -> int | None:
    """Identify the last anchor together with the ``k`` before it.

    The hierarchy of groups of HGPO (arXiv 2602.22817, Section 4) is equality of these keys:
    a key at ``k`` equal in two steps means that the keys at every smaller ``k`` are equal too.

    Args:
        anchors: the episode's anchors up to now, oldest first, the current one last.
        k: how many earlier anchors take part; 0 is the current one alone.

    Returns:
        An unsigned 64-bit number, or None where the episode has fewer than ``k`` earlier steps.

    Raises:
        EnvInputError: ``k`` is negative.

    Example:
        >>> context_key(["a", "b"], 1) == context_key(["x", "a", "b"], 1)
        True
        >>> context_key(["a", "b"], 2) is None
        True
    """
    if k < 0:
        raise EnvInputError(f"a context key's k is {k}; expected 0 or more earlier anchors.")
    if k >= len(anchors):
        return None
    digest = hashlib.blake2b(digest_size=KEY_BYTES)
    for anchor in anchors[len(anchors) - 1 - k :]:
        digest.update(anchor_digest(anchor))
    return int.from_bytes(digest.digest(), "big")

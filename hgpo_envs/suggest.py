"""Answer an unknown name with the nearest known one."""

from collections.abc import Iterable
from difflib import get_close_matches


def unknown_name(kind: str, given: str, known: Iterable[str]) -> str:
    """Say which name was not found, the nearest known one, and the whole list.

    Args:
        kind: what the name stands for, for example ``"environment"``.
        given: the name that was asked for.
        known: the names that exist.

    Returns:
        One sentence or two, ready to be an error's text.

    Example:
        >>> unknown_name("memory", "windw", ["none", "window"])
        "unknown memory 'windw'. Did you mean 'window'? Known: none, window."
    """
    names = sorted(known)
    by_lower = {name.lower(): name for name in reversed(names)}
    near = get_close_matches(given.lower(), by_lower, n=1, cutoff=0.5)
    hint = f" Did you mean {by_lower[near[0]]!r}?" if near else ""
    return f"unknown {kind} {given!r}.{hint} Known: {', '.join(names) or 'none'}."

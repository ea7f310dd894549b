"""Number things of one kind, as the engine's names do."""

from collections import Counter
from collections.abc import Sequence


def numbered(kinds: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return (kind, rank from 1, number in the text) for each, in the order given.

    Example:
        >>> numbered(["apple", "cup", "apple"])
        [('apple', 1, 2), ('cup', 1, 1), ('apple', 2, 1)]
    """
    total = Counter(kinds)
    seen: Counter[str] = Counter()
    out = []
    for kind in kinds:
        seen[kind] += 1
        out.append((kind, seen[kind], total[kind] - seen[kind] + 1))
    return out


def identifier(kind: str, rank: int, *, digits: int) -> str:
    """Return the id; the engine makes a basin's name from the two ends of it.

    Example:
        >>> identifier("sinkbasin", 1, digits=2)
        'sink_bar_01_bar_sinkbasin'
    """
    if kind.endswith("basin"):
        return f"{kind.removesuffix('basin')}_bar_{rank:0{digits}d}_bar_{kind}"
    return f"{kind}_bar_{rank:0{digits}d}"

"""Give objects the names that players read: ``cabinet 1`` for ``Cabinet_bar__minus_01...``."""

from collections.abc import Iterable

_SPELT = (("_minus_", "-"), ("_plus_", "+"), ("_dot_", "."), ("_comma_", ","))


def name_objects(ids: Iterable[str]) -> dict[str, str]:
    """Name the objects that occur in a game's initial facts.

    What stands before the first ``_bar_`` is the kind of thing, with ``basin`` after it if the id
    has that word anywhere. Things of a kind are numbered downwards in the order of their ids. An
    id without ``_bar_`` keeps its text and gets a trailing blank.

    Args:
        ids: ids in lower case; objects, receptacles and locations alike.

    Returns:
        The name of every id, in descending order of the ids.

    Example:
        >>> names = name_objects(["bed_bar_1", "bed_bar_2", "sink_bar_1_bar_sinkbasin"])
        >>> sorted(names.items())[:2]
        [('bed_bar_1', 'bed 2'), ('bed_bar_2', 'bed 1')]
        >>> names["sink_bar_1_bar_sinkbasin"]
        'sinkbasin 1'
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for known in sorted(ids, reverse=True):
        if "_bar_" not in known:
            names[known] = _spell(known) + " "
            continue
        kind = known[: known.index("_bar_")]
        if "basin" in known:
            kind += "basin"
        counts[kind] = counts.get(kind, 0) + 1
        names[known] = f"{kind} {counts[kind]}"
    return names


def _spell(known: str) -> str:
    if "_" not in known:
        return known
    for written, meant in _SPELT:
        known = known.replace(written, meant)
    return known

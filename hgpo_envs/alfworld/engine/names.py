"""Give objects the names that players read: ``cabinet 1`` for ``Cabinet_bar__minus_01...``."""

from collections import Counter
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
        The name of every id.

    Example:
        >>> name_objects(["bed_bar_1", "bed_bar_2", "sink_bar_1_bar_sinkbasin"])
        {'bed_bar_1': 'bed 2', 'bed_bar_2': 'bed 1', 'sink_bar_1_bar_sinkbasin': 'sinkbasin 1'}
    """
    ordered = sorted(ids)
    kinds = {known: _kind(known) for known in ordered if "_bar_" in known}
    left = Counter(kinds.values())
    names: dict[str, str] = {}
    for known in ordered:
        kind = kinds.get(known)
        if kind is None:
            names[known] = _spell(known) + " "
            continue
        names[known] = f"{kind} {left[kind]}"
        left[kind] -= 1
    return names


def _kind(known: str) -> str:
    base = known.partition("_bar_")[0]
    return base + "basin" if "basin" in known else base


def _spell(known: str) -> str:
    for written, meant in _SPELT:
        known = known.replace(written, meant)
    return known

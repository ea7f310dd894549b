"""What keeps a game of the data set from being played, as ALFWorld itself decides it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.suggest import unknown_name

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "unsolvable": "marked as not solvable, or not solved yet",
        "sliced": "asks for a sliced object (Sliced in its name)",
        "movable": "asks for a movable receptacle (movable in its name)",
    }
)
"""Each filter and what it keeps out."""

FILTERS = tuple(REASONS)
"""The official filters: all of them."""

_WORD_IN_NAME = {"sliced": "Sliced", "movable": "movable"}


def resolve_filters(given: object) -> tuple[str, ...]:
    """Return filters by name, each once, in their own order.

    Args:
        given: several names, ``"official"`` for all, or ``"none"``.

    Raises:
        EnvInputError: it is neither.
        UnknownNameError: an unknown name; the nearest is given.

    Example:
        >>> resolve_filters(["sliced", "unsolvable"])
        ('unsolvable', 'sliced')
    """
    if given is None or given == "official":
        return FILTERS
    names = [given] if isinstance(given, str) else given
    if names == ["none"]:
        return ()
    if not isinstance(names, Sequence):
        raise EnvInputError(
            f"filters is {given!r}; expected names of {', '.join(FILTERS)}, or 'none'."
        )
    for name in names:
        if name not in FILTERS:
            raise UnknownNameError(unknown_name("filter", str(name), (*FILTERS, "none")))
    return tuple(name for name in FILTERS if name in names)


def left_out(task: str, *, solvable: bool, filters: Sequence[str] = FILTERS) -> str | None:
    """Return the filter that keeps a game out, or None for one that is played."""
    for name, word in _WORD_IN_NAME.items():
        if word in task and name in filters:
            return name
    return "unsolvable" if not solvable and "unsolvable" in filters else None

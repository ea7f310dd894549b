"""Look facts up by what is bound so far: in the frame of a search, or the env of a text."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import Reader, Rows

# Given what is bound, finds the rest of the facts that agree; None where there are none.
Look: TypeAlias = Callable[[Sequence[int], Reader], Rows]


def look(tag: str, given: tuple[int, ...], *, fluent: bool) -> Look:
    """Make the look-up of the facts that agree with some of the bound values.

    Args:
        tag: of the pattern.
        given: where the values of its arguments are.
        fluent: whether the facts can change.
    """
    if len(given) == 1:
        (only,) = given
        if fluent:
            return lambda bound, reader: reader.fluent((tag, bound[only]))
        return lambda bound, reader: reader.static((tag, bound[only]))
    if len(given) == 2:
        first, second = given
        if fluent:
            return lambda bound, reader: reader.fluent((tag, bound[first], bound[second]))
        return lambda bound, reader: reader.static((tag, bound[first], bound[second]))
    if fluent:
        return lambda bound, reader: reader.fluent((tag, *[bound[i] for i in given]))
    return lambda bound, reader: reader.static((tag, *[bound[i] for i in given]))

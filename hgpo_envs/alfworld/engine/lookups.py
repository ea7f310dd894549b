"""Look facts up by what is bound so far in the env of a text."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from hgpo_envs.alfworld.engine.facts import BITS, Pattern, Reader, Rows, pack

# Given what is bound, finds the rest of the facts that agree; None where there are none.
Look: TypeAlias = Callable[[Sequence[int], Reader], Rows]


def look(pattern: Pattern, given: tuple[int, ...], *, fluent: bool) -> Look:
    """Make the look-up of the facts that agree with some of the bound values.

    Args:
        pattern: of the look-up.
        given: where the values of its arguments are.
        fluent: whether the facts can change.
    """
    return _fluent(pattern.base, given) if fluent else _static(pattern.tag, given)


def _fluent(base: int, given: tuple[int, ...]) -> Look:
    if not given:
        return lambda bound, reader: reader.fluent(base)
    if len(given) == 1:
        (only,) = given
        return lambda bound, reader: reader.fluent(base + bound[only])
    if len(given) == 2:
        first, second = given
        return lambda bound, reader: reader.fluent(base + (bound[first] << BITS) + bound[second])
    return lambda bound, reader: reader.fluent(base + pack([bound[i] for i in given]))


def _static(tag: int, given: tuple[int, ...]) -> Look:
    if not given:
        return lambda bound, reader: reader.static[tag]
    if len(given) == 1:
        (only,) = given
        return lambda bound, reader: reader.static[tag].get(bound[only])
    if len(given) == 2:
        first, second = given
        return lambda bound, reader: reader.static[tag].get(bound[first] << BITS | bound[second])
    return lambda bound, reader: reader.static[tag].get(pack([bound[i] for i in given]))

"""Write answers down, so that those of two plays, or two processes, can be compared."""

import reprlib
from collections.abc import Mapping, Sequence

Told = dict[str, str]
"""One answer of an environment: every part of it as text, by name."""

_SHOWN = 60


def written(value: object) -> str:
    """Return a value as text: equal values give equal texts, in every process.

    Orders that mean nothing (of mappings and sets) and addresses in memory are left out.

    Example:
        >>> written({"b": (1, 2), "a": {3}})
        "{'a': {3}, 'b': [1, 2]}"
    """
    if isinstance(value, Mapping):
        pairs = sorted(f"{written(key)}: {written(held)}" for key, held in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(written, value))) + "}"
    if type(value).__repr__ is object.__repr__:
        return f"<{type(value).__qualname__}>"
    return repr(value)


def told(
    observation: object, reward: object, terminated: object, truncated: object, info: object
) -> Told:
    """Return an answer of ``step`` as texts by name."""
    parts = {
        "observation": observation,
        "reward": reward,
        "terminated": terminated,
        "truncated": truncated,
    }
    if isinstance(info, Mapping):
        parts |= {f"info[{key!r}]": held for key, held in info.items()}
    else:
        parts["info"] = info
    return {name: written(held) for name, held in parts.items()}


def difference(first: Sequence[Told], second: Sequence[Told], *, start: int = 0) -> str | None:
    """Say where two plays part: the step and what was told there; None where they are equal.

    Args:
        first: what was told in one play.
        second: what was told in the other.
        start: the step that their first entries belong to; 0 is ``reset``.
    """
    for number, (one, other) in enumerate(zip(first, second, strict=False), start=start):
        for name in [*one, *(name for name in other if name not in one)]:
            if one.get(name) != other.get(name):
                place = f"after step {number}" if number else "after reset"
                return f"{place} {name} was {_both(one.get(name), other.get(name))}"
    if len(first) != len(second):
        return f"one play has {len(first)} answers and the other {len(second)}"
    return None


def shown(value: object) -> str:
    """Return a value as it stands in a finding: short, on one line."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = _SHOWN
    return " ".join(short.repr(value).split())


def _both(one: str | None, other: str | None) -> str:
    if one is None or other is None:
        return f"{_around(one, 0)} first and {_around(other, 0)} then"
    pairs = zip(one, other, strict=False)
    length = min(len(one), len(other))
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), length)
    return f"{_around(one, place)} first and {_around(other, place)} then"


def _around(text: str | None, place: int) -> str:
    """Return the text about the place where it begins to differ."""
    if text is None:
        return "missing"
    start = max(0, place - _SHOWN // 2)
    cut = text[start : start + _SHOWN]
    return f"{'…' if start else ''}{cut}{'…' if start + _SHOWN < len(text) else ''}"

"""Refuse a hyper-parameter that makes no sense, at the moment that it is given."""

from collections.abc import Sequence
from math import inf, isfinite

from algorithms.errors import AlgorithmInputError


def require_number(name: str, given: float, *, low: float, high: float = inf) -> None:
    """Raise an error unless ``given`` is a finite number in [low, high].

    Args:
        name: the hyper-parameter's name.
        given: its value.
        low: the least value allowed; minus infinity: any.
        high: the greatest value allowed.

    Raises:
        AlgorithmInputError: if it is anything else.
    """
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not isfinite(given) or not low <= given <= high:
        raise AlgorithmInputError(f"{name} is {given!r}; expected {_within(low, high)}.")


def require_count(name: str, given: int, *, low: int) -> None:
    """Raise an error unless ``given`` is a whole number of ``low`` or more."""
    if not isinstance(given, int) or isinstance(given, bool) or given < low:
        raise AlgorithmInputError(f"{name} is {given!r}; expected a whole number of {low} or more.")


def require_switch(name: str, given: bool) -> None:
    """Raise an error unless ``given`` is True or False."""
    if not isinstance(given, bool):
        raise AlgorithmInputError(f"{name} is {given!r}; expected true or false.")


def require_choice(name: str, given: str, choices: Sequence[str]) -> None:
    """Raise an error unless ``given`` is one of ``choices``."""
    if given not in choices:
        raise AlgorithmInputError(f"{name} is {given!r}; expected one of {', '.join(choices)}.")


def _within(low: float, high: float) -> str:
    if isfinite(high):
        return f"a number in [{low:g}, {high:g}]"
    return f"a number of {low:g} or more" if isfinite(low) else "a finite number"

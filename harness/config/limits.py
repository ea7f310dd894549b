"""Bounds that stand beside the field they bind, and the check that reads them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar

from harness.errors import ConfigError

_KEY = "limits"
Whole = TypeVar("Whole", int, int | None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a number may be.

    Attributes:
        whole: whether it must be a whole number.
        least: the least value allowed; None where ``above`` says it.
        above: the value that it must be greater than; None where ``least`` says it.
    """

    whole: bool
    least: float | None = None
    above: float | None = None

    def allow(self, value: float) -> bool:
        """Say whether a value is within the bounds."""
        if not math.isfinite(value):
            return False
        if self.above is not None:
            return value > self.above
        return self.least is None or value >= self.least

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        if self.above is not None:
            return f"{kind} above {self.above:g}"
        return kind if self.least is None else f"{kind} of at least {self.least:g}"


def whole(default: Whole, *, least: int) -> Whole:
    """Declare a field for a whole number of at least ``least``, or None if that is the default."""
    limits = Limits(whole=True, least=least)
    declared: Any = field(default=default, metadata={_KEY: limits})
    return declared  # type: ignore[no-any-return]  # a field stands for its value in a dataclass


def number(default: float, *, least: float | None = None, above: float | None = None) -> float:
    """Declare a field for a finite number of at least ``least``, or above ``above``."""
    limits = Limits(whole=False, least=least, above=above)
    declared: Any = field(default=default, metadata={_KEY: limits})
    return declared  # type: ignore[no-any-return]


def some_number(default: float | None, *, least: float) -> float | None:
    """Declare a field for a finite number of at least ``least``, or null."""
    declared: Any = field(default=default, metadata={_KEY: Limits(whole=False, least=least)})
    return declared  # type: ignore[no-any-return]


def limits_of(schema: type, name: str) -> Limits | None:
    """Return the bounds of a dataclass's field, if it has any."""
    return next((f.metadata.get(_KEY) for f in fields(schema) if f.name == name), None)


def check_limits(config: object) -> None:
    """Check every bounded number of a configuration, at any depth.

    Raises:
        ConfigError: at the first number out of its bounds, with its full key.
    """
    for key, value, limits in _bounded(config, ""):
        if value is not None and not limits.allow(value):
            raise ConfigError(f"{key} is {value!r}; expected {limits}.")


def _bounded(config: object, prefix: str) -> Iterator[tuple[str, float | None, Limits]]:
    for entry in fields(config):  # type: ignore[arg-type]  # callers pass dataclasses
        value = getattr(config, entry.name)
        if is_dataclass(value):
            yield from _bounded(value, f"{prefix}{entry.name}.")
        elif (limits := entry.metadata.get(_KEY)) is not None:
            yield f"{prefix}{entry.name}", value, limits

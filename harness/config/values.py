"""Turn what was written after ``KEY=`` into the value that the key takes."""

from dataclasses import dataclass

from harness.config.keys import Slot
from harness.errors import ConfigError

UNREADABLE = object()
"""Stands for a text that is no value in Hydra's grammar, such as a path with ``=`` in it."""
MISSING = "???"
"""What OmegaConf takes for a value that is still to come."""
TOO_LARGE = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A key and what was given for it.

    Attributes:
        key: the key in full.
        text: the value as it was written.
        value: the value as Hydra's grammar or YAML reads it, or `UNREADABLE`.
    """

    key: str
    text: str
    value: object

    @classmethod
    def of(cls, key: str, value: object) -> "Given":
        """Take a value that was read already."""
        return cls(key=key, text=str(value), value=value)


def convert(given: Given, slot: Slot) -> object:
    """Return the value of a key that is no section.

    Raises:
        ConfigError: the value has another type, or is out of the key's bounds.
    """
    if given.value is None and slot.optional:
        return None
    value = _READERS[slot.kind](given)
    if value is UNREADABLE:
        raise ConfigError(f"{given.key} is {given.text!r}; expected {expected(slot)}.")
    if slot.limits and isinstance(value, int) and abs(value) >= TOO_LARGE:
        raise ConfigError(f"{given.key} is {given.text}; expected a number below 2^63.")
    if slot.limits and isinstance(value, int | float) and not slot.limits.allow(value):
        raise ConfigError(f"{given.key} is {given.text}; expected {expected(slot)}.")
    return value


def expected(slot: Slot) -> str:
    """Say what a key takes, for an error's text."""
    kinds = {
        "text": "a text",
        "whole": "a whole number",
        "number": "a number",
        "switch": "true or false",
        "options": "NAME: VALUE pairs in braces",
        "names": "a list of names in brackets",
    }
    what = str(slot.limits) if slot.limits else kinds[slot.kind]
    return f"{what}, or null" if slot.optional else what


def _text(given: Given) -> object:
    text = given.value if isinstance(given.value, str) else given.text
    return text if text.strip() not in {"", MISSING} else UNREADABLE


def _whole(given: Given) -> object:
    value = given.value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if _is_int(value) else UNREADABLE


def _number(given: Given) -> object:
    value = given.value
    if isinstance(value, float):
        return value
    small = isinstance(value, int) and not isinstance(value, bool) and abs(value) < TOO_LARGE
    return float(value) if small else UNREADABLE  # type: ignore[arg-type]


def _switch(given: Given) -> object:
    return given.value if isinstance(given.value, bool) else UNREADABLE


def _options(given: Given) -> object:
    return given.value if isinstance(given.value, dict) else UNREADABLE


def _names(given: Given) -> object:
    value = [given.value] if isinstance(given.value, str) else given.value
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return UNREADABLE
    return value


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_READERS = {
    "text": _text,
    "whole": _whole,
    "number": _number,
    "switch": _switch,
    "options": _options,
    "names": _names,
}

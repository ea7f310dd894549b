"""The keys of a configuration, read off its dataclasses, and the nearest one to a mistyped key."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from types import NoneType
from typing import Literal, get_args, get_origin, get_type_hints

from harness.config.limits import Limits, limits_of
from harness.errors import ConfigError

Kind = Literal["section", "text", "whole", "number", "switch", "options", "names", "algorithms"]

_PLAIN: Mapping[object, Kind] = {str: "text", int: "whole", float: "number", bool: "switch"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What a key takes.

    Attributes:
        kind: a ``section`` has keys of its own; ``options`` take any name; the rest are values.
        optional: whether null may be given.
        limits: bounds of a number, if it has any.
    """

    kind: Kind
    optional: bool = False
    limits: Limits | None = None


def slots(schema: type) -> dict[str, Slot]:
    """Return every key of a schema, sections included, in the order of its dataclasses.

    Example:
        >>> from harness.config.schema import EvaluateConfig
        >>> slots(EvaluateConfig)["env.memory.size"].optional
        True
    """
    found: dict[str, Slot] = {}
    hints = get_type_hints(schema)
    for entry in fields(schema):
        hint, optional = _without_none(hints[entry.name])
        slot = Slot(kind=_kind(hint), optional=optional, limits=limits_of(schema, entry.name))
        found[entry.name] = slot
        if slot.kind == "section":
            below = slots(hint)
            found.update({f"{entry.name}.{key}": value for key, value in below.items()})
    return found


def _without_none(hint: object) -> tuple[type, bool]:
    parts = [part for part in get_args(hint) if part is not NoneType]
    if NoneType in get_args(hint) and len(parts) == 1:
        return parts[0], True
    return hint, False  # type: ignore[return-value]


def _kind(hint: type) -> Kind:
    if is_dataclass(hint):
        return "section"
    if get_origin(hint) is dict:
        return "options"
    if get_origin(hint) is list:
        return "names" if get_args(hint) == (str,) else "algorithms"
    return _PLAIN[hint]


def unknown_key(given: str, known: Iterable[str]) -> ConfigError:
    """Say that there is no such key, and which known one is nearest.

    Args:
        given: the key that was asked for.
        known: all keys, in full.
    """
    keys = list(known)
    near = nearest_key(given, keys)
    hint = f" Did you mean {near!r}?" if near else ""
    return ConfigError(f"unknown key {given!r}.{hint} Known: {', '.join(_siblings(given, keys))}.")


def nearest_key(given: str, keys: list[str]) -> str | None:
    """Return the key that was probably meant: the same name elsewhere, else alike in writing.

    Example:
        >>> nearest_key("split", ["env.id", "env.split", "seeds"])
        'env.split'
        >>> nearest_key("trainer.grup_size", ["trainer.group_size", "trainer.tasks"])
        'trainer.group_size'
    """
    last = given.rsplit(".", 1)[-1]
    same_name = [key for key in keys if key.rsplit(".", 1)[-1] == last]
    alike = get_close_matches(given, same_name or keys, n=1, cutoff=0.0 if same_name else 0.6)
    if alike:
        return alike[0]
    by_last = {key.rsplit(".", 1)[-1]: key for key in reversed(keys)}
    alike = get_close_matches(last, list(by_last), n=1, cutoff=0.7)
    return by_last[alike[0]] if alike else None


def _siblings(given: str, keys: list[str]) -> list[str]:
    """Return the keys beside the one that was asked for, in the deepest section that has any."""
    parent = given
    while parent:
        parent = parent.rpartition(".")[0]
        prefix = f"{parent}." if parent else ""
        beside = [key for key in keys if key.startswith(prefix) and "." not in key[len(prefix) :]]
        if beside:
            return beside
    return []

"""Every key with its type, bounds, default and meaning, read off the dataclasses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from inspect import getdoc

from harness.config.compose import COMMANDS
from harness.config.keys import slots
from harness.config.values import expected

_MEANING = re.compile(r"^    (\w+): (.+(?:\n        .+)*)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of a command.

    Attributes:
        key: in full.
        takes: type and bounds.
        default: as text; empty where there is none.
        meaning: one line.
    """

    key: str
    takes: str
    default: str
    meaning: str


def key_table(command: str) -> list[Key]:
    """Return a command's keys without its sections.

    Example:
        >>> next(key for key in key_table("train") if key.key == "seed").takes
        'a whole number of at least 0'
    """
    schema = COMMANDS[command]
    known = slots(schema)
    told = dict(_told(schema, ""))
    return [
        Key(key=key, takes=_takes(key, command), default=told[key][0], meaning=told[key][1])
        for key, slot in known.items()
        if slot.kind != "section"
    ]


def _takes(key: str, command: str) -> str:
    slot = slots(COMMANDS[command])[key]
    return "a list of algorithms" if slot.kind == "algorithms" else expected(slot)


def _told(schema: type, prefix: str) -> Iterator[tuple[str, tuple[str, str]]]:
    from typing import get_type_hints

    meanings = _meanings(schema)
    for entry in fields(schema):
        hint = get_type_hints(schema)[entry.name]
        if is_dataclass(hint):
            yield from _told(hint, f"{prefix}{entry.name}.")  # type: ignore[arg-type]
            continue
        made = entry.default_factory() if entry.default_factory is not MISSING else entry.default
        default = "" if made is MISSING else "null" if made is None else str(made)
        yield prefix + entry.name, (default, meanings.get(entry.name, ""))


def _meanings(schema: type) -> Mapping[str, str]:
    docs = [getdoc(one) or "" for one in reversed(schema.__mro__) if is_dataclass(one)]
    found = [match for text in docs for match in _MEANING.findall(text)]
    return {name: " ".join(text.split()) for name, text in found}

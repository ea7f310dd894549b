"""The ``algorithms`` of a comparison: names, or names with options of their own."""

from collections.abc import Sequence

from harness.config.values import UNREADABLE, Given
from harness.errors import ConfigError
from hgpo_envs.suggest import unknown_name

Entry = dict[str, object]

_FORMS = "Write 'algorithms=[grpo,hgpo]', or with options 'algorithms=[grpo,{name:hgpo,history:2}]'"


def read_algorithms(given: Given) -> list[Entry]:
    """Return the entries of a list as ``{"name": NAME, "options": {...}}``.

    Raises:
        ConfigError: it is no list of names and of braces with a name in them.
    """
    items = given.value if isinstance(given.value, list) else [given.value]
    return [_entry(item, given) for item in items]


def _entry(item: object, given: Given) -> Entry:
    if isinstance(item, str):
        return {"name": item, "options": {}}
    name = item.get("name") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(name, str):
        raise ConfigError(f"algorithms is {given.text!r}; expected a list of names. {_FORMS}.")
    nested = item.get("options") or {}
    plain = {key: value for key, value in item.items() if key not in {"name", "options"}}
    if not isinstance(nested, dict) or not all(isinstance(key, str) for key in {**nested, **plain}):
        raise ConfigError(f"algorithms has options of {name} that have no names. {_FORMS}.")
    return {"name": name, "options": {**nested, **plain}}


def set_option(entries: Sequence[Entry], name: str, option: str, given: Given) -> list[Entry]:
    """Return the entries with an option set in each of the named algorithm.

    Raises:
        ConfigError: no entry has that name.
    """
    names = [str(entry["name"]) for entry in entries]
    if name not in names:
        raise ConfigError(
            f"{given.key}: {unknown_name('algorithm of this comparison', name, names)}"
        )
    value = option_value(given)
    return [
        {"name": name, "options": {**entry["options"], option: value}}  # type: ignore[dict-item]
        if entry["name"] == name
        else entry
        for entry in entries
    ]


def option_value(given: Given) -> object:
    """Return the value of an option, whose type only the algorithm or environment knows."""
    return given.text if given.value is UNREADABLE else given.value

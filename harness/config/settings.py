"""Settings as Python gives them: keywords instead of words."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass

from harness.config.overrides import read_words
from harness.config.schema import AlgorithmConfig, CompareConfig
from harness.config.values import UNREADABLE, Given

Setting = (
    None
    | bool
    | int
    | float
    | str
    | os.PathLike[str]
    | Sequence["Setting"]
    | Mapping[str, "Setting"]
)

_NEEDS_NO_QUOTES = re.compile(r"(?!(?:null|true|false|nan|inf)$)[A-Za-z][A-Za-z0-9_.-]*")


def read_settings(settings: Mapping[str, Setting]) -> list[Given]:
    """Take keywords as the values of keys; a mapping gives the keys of a section.

    Example:
        >>> read_settings({"budget": {"env_steps": 2000}})[0].value
        {'env_steps': 2000}
    """
    return [Given.of(name, _plain(value)) for name, value in settings.items()]


def words_of(settings: Mapping[str, Setting]) -> list[str]:
    """Return the words of a command line that say the same.

    Example:
        >>> words_of({"preset": "quick", "budget": {"env_steps": 2000}, "algorithms": ["grpo"]})
        ['+preset=quick', 'budget.env_steps=2000', 'algorithms=[grpo]']
    """
    return [
        f"{'+' if key == 'preset' else ''}{key}={_top(key, value)}"
        for key, value in _flat(settings, "")
    ]


def changed(config: CompareConfig) -> dict[str, Setting]:
    """Return what of a configuration is not the default, as keywords; how it is run is left out."""
    told = _changed(config)
    kept = {name: value for name, value in told.items() if name not in {"run", "workers"}}
    return {**kept, "baselines": list(config.baselines)}  # left out, the environment's are taken


def _changed(config: object) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    for entry in fields(config):  # type: ignore[arg-type]
        value = getattr(config, entry.name)
        if is_dataclass(value):
            value = _changed(value)
        elif isinstance(value, list):
            value = [_algorithm(one) if isinstance(one, AlgorithmConfig) else one for one in value]
        if value != _default(entry) and value != {}:
            found[entry.name] = value
    return found


def _default(entry: "Field[object]") -> object:
    if entry.default_factory is not MISSING:
        return entry.default_factory()
    return entry.default


def _algorithm(config: AlgorithmConfig) -> Setting:
    return {"name": config.name, "options": config.options} if config.options else config.name


def _plain(value: Setting) -> object:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value


def _flat(settings: Mapping[str, Setting], prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in settings.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, _plain(value)


def _top(key: str, value: object) -> str:
    """Write a value that stands alone; a text that the grammar can't read needs no quotes."""
    if isinstance(value, str) and read_words([(key, value)])[0].value in {value, UNREADABLE}:
        return value
    return _written(value)


def _written(value: object) -> str:
    """Write a value in Hydra's grammar."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{','.join(_written(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{name}:{_written(item)}' for name, item in value.items())}}}"
    if isinstance(value, str) and not _NEEDS_NO_QUOTES.fullmatch(value):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)

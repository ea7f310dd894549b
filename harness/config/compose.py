"""Build a checked, frozen configuration from values that were read."""

from collections.abc import Iterable, Mapping
from typing import TypeVar, cast, get_type_hints

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

import algorithms
from harness.config.diagnosis import DiagnoseConfig
from harness.config.draft import Draft
from harness.config.keys import slots
from harness.config.limits import check_limits
from harness.config.resolve import check, resolve_baselines, resolve_env
from harness.config.schema import (
    CompareConfig,
    EvaluateConfig,
    LearnConfig,
    PlayConfig,
    TrainConfig,
)
from harness.config.values import Given
from harness.errors import ConfigError

COMMANDS: Mapping[str, type[PlayConfig]] = {
    "train": TrainConfig,
    "evaluate": EvaluateConfig,
    "compare": CompareConfig,
    "diagnose": DiagnoseConfig,
}
Config = TypeVar("Config", bound=PlayConfig)


def compose(
    schema: type[Config], given: Iterable[Given], *, preset: Iterable[Given] = ()
) -> Config:
    """Build a configuration from values that were read; see `load`."""
    command = next(name for name, known in COMMANDS.items() if known is schema)
    draft = Draft(command, slots(schema))
    draft.take(preset)
    if command == "evaluate":
        _play_the_evaluated_split(draft.values)
    draft.take(given)
    if command == "evaluate" and draft.values.get("env.eval_split") is not None:
        raise ConfigError("hgpo evaluate plays one split: write env.split=, not env.eval_split=.")
    values = resolve_env(draft.values, trains=issubclass(schema, LearnConfig))
    if "baselines" in slots(schema):
        values["baselines"] = resolve_baselines(values)
    config = _frozen(schema, _typed(values))
    check_limits(config)
    check(config)
    return config


def _play_the_evaluated_split(values: dict[str, object]) -> None:
    """Let ``hgpo evaluate`` play the split that a preset evaluates on."""
    if (evaluated := values.pop("env.eval_split", None)) is not None:
        values["env.split"] = evaluated


def _typed(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values with the algorithms' options in the types of their defaults."""
    typed = dict(values)
    if "algorithm.options" in values:
        name = str(values.get("algorithm.name", "hgpo"))
        typed["algorithm.options"] = _typed_options(name, values["algorithm.options"])
    if "algorithms" in values:
        entries = cast("list[dict[str, object]]", values["algorithms"])
        typed["algorithms"] = [
            {**entry, "options": _typed_options(str(entry["name"]), entry["options"])}
            for entry in entries
        ]
    return typed


def _typed_options(name: str, options: object) -> dict[str, object]:
    """Turn 2.0 into 2 where the algorithm's default is a whole number, and 1 into 1.0 likewise."""
    defaults = algorithms.options(name)
    return {
        option: _as_default(defaults.get(option), value)
        for option, value in cast("Mapping[str, object]", options).items()
    }


def _as_default(default: object, value: object) -> object:
    if type(default) is int and isinstance(value, float) and value.is_integer():
        return int(value)
    if type(default) is float and type(value) is int:
        return float(value)
    return value


def _frozen(schema: type[Config], values: Mapping[str, object]) -> Config:
    """Fill the structured config of a schema and return it as its dataclass."""
    node = OmegaConf.structured(schema)
    OmegaConf.set_readonly(node, False)
    for key, slot in slots(schema).items():
        if slot.kind == "section":
            if OmegaConf.is_missing(node, key):
                OmegaConf.update(node, key, get_type_hints(schema)[key], force_add=True)
            OmegaConf.set_readonly(OmegaConf.select(node, key), False)  # frozen comes as read-only
    try:
        return cast("Config", OmegaConf.to_object(OmegaConf.merge(node, _nested(schema, values))))
    except OmegaConfBaseException as error:
        first = str(error).splitlines()[0]
        raise ConfigError(f"{error.full_key or 'the configuration'}: {first}.") from error


def _nested(schema: type, values: Mapping[str, object]) -> dict[str, object]:
    """Turn full keys into sections; every top-level section is there, though it be empty."""
    top: dict[str, object] = {
        key: {} for key, slot in slots(schema).items() if slot.kind == "section" and "." not in key
    }
    for key, value in values.items():
        *sections, last = key.split(".")
        here = top
        for section in sections:
            here = cast("dict[str, object]", here.setdefault(section, {}))
        here[last] = value
    return top

"""From the words of a command line, or the file of a run, to a checked, frozen configuration."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path

import yaml

from harness.config.budgets import with_named_budget
from harness.config.compose import COMMANDS, Config, compose
from harness.config.diagnosis import DiagnoseConfig
from harness.config.overrides import read_words, split_word
from harness.config.presets import read_preset
from harness.config.schema import (
    CompareConfig,
    EnvConfig,
    EvaluateConfig,
    LearnConfig,
    PlayConfig,
    TrainConfig,
)
from harness.config.settings import Setting, read_settings
from harness.config.values import Given
from harness.errors import ConfigError, RunError
from hgpo_envs import spec
from hgpo_envs.suggest import unknown_name

__all__ = [
    "COMMANDS",
    "from_yaml",
    "load",
    "load_compare",
    "load_diagnose",
    "load_evaluate",
    "load_train",
    "to_yaml",
]

TEMPLATE = "template.j2"
_COMMAND = "command"
_AS_TRAINED = ("group_size", "invalid_penalty", "temperature")
"""What a diagnosis of a run's policy takes from the run's trainer."""


def load_train(words: Sequence[str]) -> TrainConfig:
    """Compose the configuration of ``hgpo train``; see `load`."""
    return load(TrainConfig, words)


def load_evaluate(words: Sequence[str]) -> EvaluateConfig:
    """Compose the configuration of ``hgpo evaluate``; see `load`.

    With ``agent.run=DIR`` the environment and the evaluation are those of the run, as far as the
    words don't say otherwise: a policy is scored in the world that it was trained for.
    """
    return load(EvaluateConfig, words)


def load_compare(words: Sequence[str]) -> CompareConfig:
    """Compose the configuration of ``hgpo compare``; see `load`."""
    return load(CompareConfig, words)


def load_diagnose(words: Sequence[str]) -> DiagnoseConfig:
    """Compose the configuration of ``hgpo diagnose``; see `load`.

    With ``agent.run=DIR`` the environment, the group size, the penalty and the temperature are
    those of the run, as far as the words don't say otherwise.
    """
    return load(DiagnoseConfig, words)


def load(
    schema: type[Config], words: Sequence[str], settings: Mapping[str, Setting] | None = None
) -> Config:
    """Compose, resolve and check a configuration.

    Args:
        schema: one of `COMMANDS`' classes.
        words: ``KEY=VALUE`` overrides and at most one ``+preset=NAME``; later words win over
            earlier ones, and all of them over the preset.
        settings: further settings as Python values, which win over the words.

    Raises:
        ConfigError: an unknown key or preset, a value of the wrong type or out of range.
        EnvInputError: an unknown environment, split, memory or agent.
        AlgorithmInputError: an unknown algorithm or option.
        BudgetError: no cap, or one that can't be used.
    """
    preset, of_run, given = gather(schema, words, settings)
    return compose(schema, given, preset=[*preset, *of_run])


def gather(
    schema: type[Config], words: Sequence[str], settings: Mapping[str, Setting] | None = None
) -> tuple[list[Given], list[Given], list[Given]]:
    """Return what a preset gives, what the run of ``agent.run`` does, and what was given itself."""
    pairs = [split_word(word) for word in words]
    more = dict(settings or {})
    presets = [text for key, text in pairs if key == "preset"]
    presets += [str(more.pop("preset"))] if "preset" in more else []
    if len(presets) > 1:
        raise ConfigError(f"one preset can be taken at a time; {len(presets)} were given.")
    given = [
        *read_words([pair for pair in pairs if pair[0] != "preset"]),
        *read_settings(more),
    ]
    names = [entry.name for entry in fields(schema)]
    before = read_preset(presets[0], names, _chosen_env(given)) if presets else []
    before, given = with_named_budget(before, given)
    if schema in {EvaluateConfig, DiagnoseConfig}:
        of_run = [by_run for one in given for by_run in _of_run(one) if by_run.key in names]
        return before, of_run, given
    return before, [], given


def _chosen_env(given: Sequence[Given]) -> str | None:
    """Return the name of the environment that the words choose, the last one, if they do."""
    chosen = None
    for one in given:
        if one.key in {"env", "env.id"}:
            chosen = one.value.get("id", chosen) if isinstance(one.value, dict) else one.text
    return None if chosen is None else spec(str(chosen)).name


def _of_run(given: Given) -> list[Given]:
    """Return what the run that ``agent.run`` names says of the world it was trained in."""
    file = Path(given.text) / "config.yaml"
    if given.key != "agent.run" or not file.is_file():
        return []
    config = from_yaml(file.read_text("utf-8"), source=str(file))
    if not isinstance(config, LearnConfig):
        return []
    values = {
        "env": asdict(with_template_of(file.parent, config.env)),
        "evaluation": asdict(config.evaluation),
        "diagnosis": {name: getattr(config.trainer, name) for name in _AS_TRAINED},
    }
    return [Given.of(name, value) for name, value in values.items()]


def with_template_of(run: Path, env: EnvConfig) -> EnvConfig:
    """Return a run's environment with the copy of its template that is in the run's folder.

    What became of the file that was named when the run began changes nothing then.
    """
    copy = run / TEMPLATE
    return replace(env, template=str(copy)) if env.template is not None and copy.is_file() else env


def to_yaml(config: PlayConfig) -> str:
    """Write a configuration with all its values, keys sorted; equal ones give equal texts."""
    command = next(name for name, schema in COMMANDS.items() if type(config) is schema)
    return yaml.safe_dump(
        {_COMMAND: command, **asdict(config)}, sort_keys=True, allow_unicode=True, width=100
    )


def from_yaml(text: str, *, source: str) -> PlayConfig:
    """Read what `to_yaml` wrote, checked like the words of a command line.

    Args:
        text: the YAML.
        source: where it is from, for errors.

    Returns:
        A configuration of the class that was written.

    Raises:
        RunError: it is no YAML, or no configuration.
    """
    try:
        values = yaml.safe_load(text)
    except yaml.YAMLError as error:
        where = str(error).replace("\n", " ")
        raise RunError(f"{source!r} is no YAML: {where}.") from error
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise RunError(f"{source!r} holds no configuration: expected keys and values.")
    command = values.pop(_COMMAND, None)
    if command not in COMMANDS:
        raise RunError(f"{source!r}: {unknown_name('command', str(command), COMMANDS)}")
    try:
        return compose(COMMANDS[command], [Given.of(key, value) for key, value in values.items()])
    except ConfigError as error:
        raise RunError(f"{source!r}: {error}") from error

"""The commands as functions: the same settings, the same checks, the same answers."""

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from typing import TypeVar

from harness import run_comparison, run_evaluation, run_training
from harness.answers import ComparisonAnswer, EvaluationAnswer, RunAnswer
from harness.cli.compare import repeatable
from harness.cli.output import placed_run
from harness.cli.results import REPORT
from harness.comparison_folder import read_learning
from harness.config.compose import Config
from harness.config.load import load
from harness.config.schema import CompareConfig, EvaluateConfig, LearnConfig, TrainConfig
from harness.config.settings import Setting, changed, words_of
from harness.errors import HarnessInputError
from harness.observer import Observer
from harness.report import render_html
from harness.run.atomic import write_atomically

Learn = TypeVar("Learn", bound=LearnConfig)
Words = str | Sequence[str]


def train(
    config: TrainConfig | Words = (), *, observer: Observer | None = None, **settings: Setting
) -> RunAnswer:
    """Train one algorithm with one seed, as ``hgpo train`` does.

    Args:
        config: the words of the command line, or a configuration.
        observer: who is told of the progress.
        settings: keys of the command line with their values, ``preset`` among them; a mapping
            gives the keys of a section, such as ``budget={"env_steps": 2000}``.

    Raises:
        HarnessInputError: a setting can't be used, or the folder is taken.
    """
    placed = placed_run(_config(TrainConfig, config, settings), "train")
    result = run_training.train(placed, observer=observer)
    return RunAnswer(result=result, folder=Path(str(placed.run.dir)))


def evaluate(
    config: EvaluateConfig | Words = (), *, observer: Observer | None = None, **settings: Setting
) -> EvaluationAnswer:
    """Score an agent on a split, as ``hgpo evaluate`` does; arguments as in `train`."""
    found = _config(EvaluateConfig, config, settings)
    return EvaluationAnswer(evaluation=run_evaluation.evaluate(found, observer=observer))


def compare(
    config: CompareConfig | Words = (), *, observer: Observer | None = None, **settings: Setting
) -> ComparisonAnswer:
    """Train algorithms × seeds under equal caps, as ``hgpo compare`` does; arguments as in `train`.

    A script that compares with more than one worker does it below
    ``if __name__ == "__main__":``, as the workers read the script, too.
    """
    placed = placed_run(_config(CompareConfig, config, settings), "compare")
    if isinstance(config, CompareConfig):
        words = words_of(changed(config))
    else:
        words = [*_split(config), *words_of(settings)]
    command = repeatable([word for word in words if not word.startswith("run.")])
    return _compared(placed, observer, command)


def resume(
    folder: str | os.PathLike[str], *, observer: Observer | None = None
) -> RunAnswer | ComparisonAnswer:
    """Go on with a run or comparison, as ``hgpo resume`` does.

    Raises:
        RunError: there is none in the folder, or a file of it was changed.
    """
    path = Path(folder).expanduser()
    config = read_learning(path)
    if isinstance(config, CompareConfig):
        return _compared(config, observer, "")
    return RunAnswer(result=run_training.resume(path, observer=observer), folder=path)


def _compared(config: CompareConfig, observer: Observer | None, command: str) -> ComparisonAnswer:
    comparison = run_comparison.compare(config, observer=observer, command=command)
    folder = Path(str(config.run.dir))
    write_atomically(folder / REPORT, render_html(comparison).encode())
    return ComparisonAnswer(comparison=comparison, folder=folder)


def _config(schema: type[Config], given: Config | Words, settings: Mapping[str, Setting]) -> Config:
    if not isinstance(given, schema):
        if is_dataclass(given):
            raise HarnessInputError(
                f"a {type(given).__name__} was given; expected a {schema.__name__}, words of the "
                "command line, or settings."
            )
        return load(schema, _split(given), settings)
    if settings:
        raise HarnessInputError(
            f"a configuration was given, and settings beside it: {', '.join(settings)}. "
            "Give the settings alone, or change the configuration with dataclasses.replace."
        )
    return given


def _split(words: Words) -> Sequence[str]:
    return shlex.split(words) if isinstance(words, str) else words

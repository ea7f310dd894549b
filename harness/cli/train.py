"""``hgpo train``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.cli.begin import begin, playing_parser
from harness.cli.key_help import (
    ALGORITHM_KEYS,
    ENV_KEYS,
    EVALUATION_KEYS,
    LEARN_KEYS,
    RUN_KEYS,
    after_help,
)
from harness.cli.parser import Parser

if TYPE_CHECKING:
    from harness.config.schema import TrainConfig


def parser() -> Parser:
    """Describe the command."""
    return playing_parser(
        "train",
        "Train one algorithm with one seed under a budget, evaluate it, and keep all of it.",
        after_help(
            (*ALGORITHM_KEYS, *ENV_KEYS, *LEARN_KEYS, *EVALUATION_KEYS, *RUN_KEYS),
            [
                "hgpo train env=alfworld algorithm=hgpo algorithm.history=4 budget.env_steps=1e5",
                "hgpo train +preset=quick algorithm=gigpo seed=1 run.dir=runs/gigpo-1",
            ],
        ),
    )


def run(words: Sequence[str]) -> None:
    """Run the command."""
    begun = begin(parser(), words, _load)
    if begun is None:
        return
    from harness.cli.output import place_run
    from harness.cli.progress import watching
    from harness.cli.results import give_run
    from harness.run_training import train

    config = place_run(begun.config, "train")
    with watching(quiet=begun.quiet) as observer:
        result = train(config, observer=observer)
    give_run(result, begun.target, config.run.dir)


def _load(words: Sequence[str]) -> "TrainConfig":
    from harness.config.load import load_train  # after the words, so that help comes at once

    return load_train(words)

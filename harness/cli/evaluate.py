"""``hgpo evaluate``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.cli.begin import begin, playing_parser
from harness.cli.key_help import AGENT_KEYS, ENV_KEYS, EVALUATION_KEYS, WORKER_KEYS, after_help
from harness.cli.parser import Parser

if TYPE_CHECKING:
    from harness.config.schema import EvaluateConfig


def parser() -> Parser:
    """Describe the command."""
    return playing_parser(
        "evaluate",
        "Score an agent on a split: each task of its frozen list exactly once a repeat.",
        after_help(
            (*AGENT_KEYS, *ENV_KEYS, *EVALUATION_KEYS, *WORKER_KEYS),
            [
                "hgpo evaluate agent=expert env=alfworld env.split=gen_unseen tasks=40",
                "hgpo evaluate +preset=quick agent=scorer agent.run=runs/gigpo-1",
            ],
        ),
    )


def run(words: Sequence[str]) -> None:
    """Run the command."""
    begun = begin(parser(), words, _load)
    if begun is None:
        return
    from harness.cli.progress import watching
    from harness.cli.results import give_evaluation
    from harness.run_evaluation import evaluate

    with watching(quiet=begun.quiet) as observer:
        evaluation = evaluate(begun.config, observer=observer)
    give_evaluation(evaluation.to_json(), begun.target)


def _load(words: Sequence[str]) -> "EvaluateConfig":
    from harness.config.load import load_evaluate  # after the words, so that help comes at once

    return load_evaluate(words)

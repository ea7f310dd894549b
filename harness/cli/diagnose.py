"""``hgpo diagnose``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.cli.begin import begin, playing_parser
from harness.cli.key_help import DIAGNOSIS_KEYS, ENV_KEYS, after_help
from harness.cli.parser import Parser

if TYPE_CHECKING:
    from harness.config.diagnosis import DiagnoseConfig


def parser() -> Parser:
    """Describe the command."""
    return playing_parser(
        "diagnose",
        "Measure true advantages of a policy's decisions by playing on from restored states, and "
        "tell each estimator's bias, variance and correlation, and the groups behind it.\n"
        "The same command with the same run.dir goes on where it was stopped, and other "
        "algorithms are judged on what was played.",
        after_help(
            (*DIAGNOSIS_KEYS, *ENV_KEYS),
            [
                "hgpo diagnose agent=scorer agent.run=runs/gigpo-1 agent.checkpoint=start",
                "hgpo diagnose env=webshopgen agent=random 'algorithms=[grpo,gigpo,hgpo]' "
                "budget.env_steps=1e5 run.dir=runs/why --json why.json",
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
    from harness.cli.results import give_diagnosis
    from harness.diagnose.diagnose import diagnose

    config = place_run(begun.config, "diagnose")
    with watching(quiet=begun.quiet) as observer:
        diagnosis = diagnose(config, observer=observer)
    give_diagnosis(diagnosis, begun.target, str(config.run.dir))


def _load(words: Sequence[str]) -> "DiagnoseConfig":
    from harness.config.load import load_diagnose  # after the words, so that help comes at once

    return load_diagnose(words)

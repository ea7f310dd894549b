"""``hgpo train``."""

from collections.abc import Sequence

from harness.cli.key_help import (
    ALGORITHM_KEYS,
    ENV_KEYS,
    EVALUATION_KEYS,
    LEARN_KEYS,
    RUN_KEYS,
    after_help,
)
from harness.cli.parser import Parser, add_json, add_overrides, add_running, command_parser


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
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
    add_overrides(described)
    add_json(described)
    add_running(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.config.load import load_train

    config = load_train(arguments.overrides)
    from harness.cli.output import check_json_target, place_run

    target = check_json_target(arguments.json)
    if arguments.dry_run:
        from harness.cli.dry_run import print_plan

        print_plan(config)
        return
    from harness.cli.progress import watching
    from harness.cli.results import give_run
    from harness.train import train

    config = place_run(config, "train")
    with watching(quiet=arguments.quiet) as observer:
        result = train(config, observer=observer)
    give_run(result, target, config.run.dir)

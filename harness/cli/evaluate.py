"""``hgpo evaluate``."""

from collections.abc import Sequence

from harness.cli.key_help import AGENT_KEYS, ENV_KEYS, EVALUATION_KEYS, WORKER_KEYS, after_help
from harness.cli.parser import Parser, add_json, add_overrides, add_running, command_parser


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
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
    add_overrides(described)
    add_json(described)
    add_running(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.config.load import load_evaluate

    config = load_evaluate(arguments.overrides)
    from harness.cli.output import check_json_target

    target = check_json_target(arguments.json)
    if arguments.dry_run:
        from harness.cli.dry_run import print_plan

        print_plan(config)
        return
    from harness.cli.progress import watching
    from harness.cli.results import give_evaluation
    from harness.evaluate import evaluate

    with watching(quiet=arguments.quiet) as observer:
        evaluation = evaluate(config, observer=observer)
    give_evaluation(evaluation.to_json(), target)

"""``hgpo diagnose``."""

from collections.abc import Sequence

from harness.cli.key_help import DIAGNOSIS_KEYS, ENV_KEYS, after_help
from harness.cli.parser import Parser, add_json, add_overrides, add_running, command_parser


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
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
    add_overrides(described)
    add_json(described)
    add_running(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.config.load import load_diagnose

    config = load_diagnose(arguments.overrides)
    from harness.cli.output import check_json_target, place_run

    target = check_json_target(arguments.json)
    if arguments.dry_run:
        from harness.cli.dry_run import print_plan

        print_plan(config)
        return
    from harness.cli.progress import watching
    from harness.cli.results import give_diagnosis
    from harness.diagnose.diagnose import diagnose

    config = place_run(config, "diagnose")
    with watching(quiet=arguments.quiet) as observer:
        diagnosis = diagnose(config, observer=observer)
    give_diagnosis(diagnosis, target, str(config.run.dir))

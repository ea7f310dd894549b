"""``hgpo resume``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.parser import Parser, add_json, add_running, command_parser

if TYPE_CHECKING:
    from harness.config.schema import CompareConfig
    from harness.observer import Observer


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "resume",
        "Go on with an interrupted training run or comparison from its last checkpoints.\n"
        "The result is the one that it would have had without the interruption.",
        "example:\n  hgpo resume runs/train-1",
    )
    described.add_argument("run", metavar="RUN", help="the folder of the run or comparison")
    add_json(described)
    add_running(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.cli.dry_run import print_plan
    from harness.cli.output import check_json_target
    from harness.cli.progress import watching
    from harness.comparison_folder import read_learning
    from harness.config.schema import CompareConfig
    from harness.multirun.folder import is_multirun, read_multirun

    folder = Path(arguments.run).expanduser()
    target = check_json_target(arguments.json)
    if is_multirun(folder):
        from harness.cli.multirun import go

        asked = read_multirun(folder)
        dry, quiet = arguments.dry_run, arguments.quiet
        go(asked.command, asked.words, folder, target, dry=dry, quiet=quiet)
        return
    config = read_learning(folder)
    if arguments.dry_run:
        print_plan(config)
        return
    with watching(quiet=arguments.quiet) as observer:
        if isinstance(config, CompareConfig):
            _go_on_comparing(config, target, observer)
        else:
            _go_on_training(folder, target, observer)


def _go_on_comparing(config: "CompareConfig", target: Path | None, observer: "Observer") -> None:
    from harness.cli.results import give_comparison
    from harness.run_comparison import compare

    give_comparison(compare(config, observer=observer), target, str(config.run.dir))


def _go_on_training(folder: Path, target: Path | None, observer: "Observer") -> None:
    from harness.cli.results import give_run
    from harness.run_training import resume

    give_run(resume(folder, observer=observer), target, str(folder))

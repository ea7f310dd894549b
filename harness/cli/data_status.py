"""``hgpo data status``."""

from collections.abc import Sequence
from typing import cast

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, command_parser


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "data status",
        "Say which official data are there, where, and what is missing and how to get it.",
        "examples:\n  hgpo data status\n  hgpo data status alfworld --verify --json status.json\n"
        "  hgpo data status webshop --data shop",
    )
    described.add_argument("name", nargs="?", metavar="NAME", help="a data set; left out: all")
    described.add_argument("--data", metavar="DIR", help="look there, not where the data belong")
    described.add_argument(
        "--verify", action="store_true", help="read every file, and load every playable game"
    )
    add_json(described)
    described.add_argument("--quiet", action="store_true", help="no progress, the result alone")
    return described


def run(words: Sequence[str]) -> None:
    """Run the action.

    Raises:
        UsageError: an unknown data set.
        Failed: some files can't be used.
    """
    arguments = parser().parse(words)
    from harness.cli.data_answer import Answer, give
    from harness.cli.data_progress import watching_files
    from harness.cli.data_sets import DATA_SETS, data_sets_at, function
    from harness.cli.output import check_json_target
    from hgpo_envs.suggest import unknown_name

    known = {data_set.name: data_set for data_set in DATA_SETS}
    if arguments.name is not None and arguments.name not in known:
        raise UsageError(unknown_name("data set", arguments.name, known))
    target = check_json_target(arguments.json)
    names = [arguments.name] if arguments.name else data_sets_at(arguments.data)
    answers = {}
    for name in sorted(names):
        with watching_files(quiet=arguments.quiet) as progress:
            answers[name] = cast("Answer", function(known[name].status)(arguments, progress))
    give(answers, target)

"""``hgpo new-env``."""

from collections.abc import Sequence

from harness.cli.new_package import package_parser, write_package
from harness.cli.parser import Parser


def parser() -> Parser:
    """Describe the command."""
    return package_parser(
        "new-env",
        "Write a package with an environment of your own, and its tests. It plays as it is: a\n"
        "small world stands where yours will. docs/tutorial-new-env.md goes on from here.",
        "examples:\n  hgpo new-env sokoban\n  hgpo new-env word-ladder --dir work/ladder",
    )


def run(words: Sequence[str]) -> None:
    """Run the command.

    Raises:
        UsageError: a flag or a word that can't be used.
        HarnessInputError: as ``EnvName.read`` and ``write_skeleton`` say.
    """
    arguments = parser().parse(words)
    from harness.skeleton.names import EnvName

    write_package(arguments, EnvName.read, lambda name: [f"hgpo check {name.id}"])

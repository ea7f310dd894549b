"""``hgpo new-algorithm``."""

from collections.abc import Sequence

from harness.cli.new_package import package_parser, write_package
from harness.cli.parser import Parser


def parser() -> Parser:
    """Describe the command."""
    return package_parser(
        "new-algorithm",
        "Write a package with an algorithm of your own, and its tests. It trains as it is: a\n"
        "short one stands where yours will. docs/tutorial-new-algorithm.md goes on from here.",
        "examples:\n  hgpo new-algorithm backoff\n  hgpo new-algorithm last-step --dir work/last",
    )


def run(words: Sequence[str]) -> None:
    """Run the command.

    Raises:
        UsageError: a flag or a word that can't be used.
        HarnessInputError: as ``AlgorithmName.read`` and ``write_skeleton`` say.
    """
    arguments = parser().parse(words)
    from harness.skeleton.names import AlgorithmName

    write_package(
        arguments,
        AlgorithmName.read,
        lambda name: [f"hgpo compare +preset=quick 'algorithms=[grpo,hgpo,{name.id}]'"],
    )

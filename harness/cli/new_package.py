"""What ``hgpo new-env`` and ``hgpo new-algorithm`` share."""

import shlex
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from harness.skeleton.names import PackageName


def package_parser(command: str, purpose: str, examples: str) -> Parser:
    """Describe a command that writes a package."""
    described = command_parser(command, purpose, examples)
    described.add_argument("name", metavar="NAME", help="such as word-ladder")
    described.add_argument("--dir", metavar="DIR", help="where to (default: a folder NAME here)")
    add_json(described)
    return described


def write_package(
    arguments: Namespace,
    read: "Callable[[str], PackageName]",
    then: "Callable[[PackageName], Sequence[str]]",
) -> None:
    """Write the package and say what comes next.

    Args:
        arguments: as ``package_parser`` reads them.
        read: makes the name of what is given.
        then: gives the commands for after the installation.

    Raises:
        UsageError: the folder has no name.
        HarnessInputError: as ``read`` and ``write_skeleton`` say.
    """
    from harness.cli.output import as_json, check_json_target, write_json
    from harness.skeleton.writing import write_skeleton

    target = check_json_target(arguments.json)
    name = read(arguments.name)
    if arguments.dir is not None and not arguments.dir.strip():
        raise UsageError("--dir is empty. Name the folder, or leave --dir out for one here.")
    folder = Path(arguments.dir or arguments.name).expanduser()
    files = [str(path) for path in write_skeleton(name, folder)]
    answer: Mapping[str, object] = {"id": name.id, "package": name.package, "files": files}
    write_json(target, as_json(answer))
    commands = [f"pip install -e {shlex.quote(str(folder))}", *then(name)]
    lines = [
        *(f"written: {file}" for file in files),
        *(f"{'      ' if number else 'next: '}{line}" for number, line in enumerate(commands)),
    ]
    print("\n".join(lines))  # noqa: T201

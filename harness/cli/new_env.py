"""``hgpo new-env``."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, command_parser


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "new-env",
        "Write a package with an environment of your own, and its tests. It plays as it is: a\n"
        "small world stands where yours will. docs/tutorial-new-env.md goes on from here.",
        "examples:\n  hgpo new-env sokoban\n  hgpo new-env word-ladder --dir work/ladder",
    )
    described.add_argument("name", metavar="NAME", help="such as word-ladder")
    described.add_argument("--dir", metavar="DIR", help="where to (default: a folder NAME here)")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command.

    Raises:
        UsageError: a flag or a word that can't be used.
        HarnessInputError: as ``EnvName.read`` and ``write_skeleton`` say.
    """
    arguments = parser().parse(words)
    from harness.cli.output import as_json, check_json_target, write_json
    from harness.skeleton.writing import EnvName, write_skeleton

    target = check_json_target(arguments.json)
    name = EnvName.read(arguments.name)
    if arguments.dir is not None and not arguments.dir.strip():
        raise UsageError("--dir is empty. Name the folder, or leave --dir out for one here.")
    folder = Path(arguments.dir or arguments.name).expanduser()
    written = write_skeleton(name, folder)
    files = [str(path) for path in written]
    write_json(target, as_json({"id": name.id, "package": name.package, "files": files}))
    lines = [
        *(f"written: {file}" for file in files),
        f"next: pip install -e {shlex.quote(str(folder))}",
        f"      hgpo check {name.id}",
    ]
    print("\n".join(lines))  # noqa: T201

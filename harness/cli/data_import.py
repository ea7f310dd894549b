"""``hgpo data import``."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from harness.cli.parser import Parser, add_json, command_parser

AFTER = """what is done:
  Every file is checked; games that count as playable are loaded. Damaged files are left out and
  named, all others are kept, also of games that are not played. Several PATHs are merged, so the
  two archives of the official download may be given together or one after the other. A split is
  there whole, as it was before, or not at all: an import that was interrupted is simply repeated.

where to:
  --to DIR, without it the folder that ALFWORLD_DATA names, without that a folder for user data
  (`hgpo data status` names it), where ALFWorld finds the games without the variable.
  A folder that lies there already is only checked and indexed, nothing is copied.

examples:
  hgpo data import json_2.1.2_tw-pddl.zip json_2.1.1_json.zip
  hgpo data import train.tar.xz valid_seen.tar.xz --to data
  hgpo data import ~/.cache/alfworld --link
  hgpo data import download/json_2.1.1 --dry-run --json report.json"""


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "data import",
        "Import official data from folders and archives (zip; tar, also gz, bz2, xz, zst).",
        AFTER,
    )
    described.add_argument("paths", nargs="+", metavar="PATH", help="a folder or an archive")
    described.add_argument("--to", metavar="DIR", help="the folder that is to hold the data")
    described.add_argument(
        "--link", action="store_true", help="leave a folder's files where they are, and link them"
    )
    described.add_argument(
        "--replace", action="store_true", help="replace files that are there with other content"
    )
    add_json(described)
    described.add_argument(
        "--dry-run", action="store_true", help="check and report everything; write nothing"
    )
    described.add_argument("--quiet", action="store_true", help="no progress, the result alone")
    return described


def run(words: Sequence[str]) -> None:
    """Run the action.

    Raises:
        Failed: some files can't be used; the others were imported.
    """
    arguments = parser().parse(words)
    from harness.cli.data_answer import Answer, give
    from harness.cli.data_progress import watching_files
    from harness.cli.data_sets import data_set_in, function
    from harness.cli.output import check_json_target

    target = check_json_target(arguments.json)
    paths = [Path(path).expanduser() for path in arguments.paths]
    data_set = data_set_in(paths)
    with watching_files(quiet=arguments.quiet) as progress:
        answer = cast("Answer", function(data_set.importer)(paths, arguments, progress))
    give({data_set.name: answer}, target)

"""``hgpo data import``."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from harness.cli.parser import Parser, add_json, command_parser

AFTER = """games (ALFWorld):
  Every file is checked; games that count as playable are loaded. Damaged files are left out and
  named, all others are kept, also of games that are not played. Several PATHs are merged, so the
  two archives of the official download may be given together or one after the other. A split is
  there whole, as it was before, or not at all: an import that was interrupted is simply repeated.
  A folder that lies there already is only checked and indexed, nothing is copied.

catalogues (WebShop):
  Every items_shuffle*.json among PATHs and in their folders becomes a store with its search index,
  with the attributes of items_ins_v2*.json and the instructions of items_human_ins.json beside it;
  files may be gzipped. Records that are no product are left out, counted and named. A store is
  there whole, as it was before, or not at all. The full catalogue takes minutes, and about as much
  room on the disk as its file has.

where to:
  --to DIR, without it the folder that ALFWORLD_DATA or WEBSHOP_DATA names, without that a folder
  for user data (`hgpo data status` names it), where the data are found without the variable.

examples:
  hgpo data import json_2.1.2_tw-pddl.zip json_2.1.1_json.zip
  hgpo data import train.tar.xz valid_seen.tar.xz --to data
  hgpo data import ~/.cache/alfworld --link
  hgpo data import download/json_2.1.1 --dry-run --json report.json
  hgpo data import webshop/data"""


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "data import",
        "Import official data: games from folders and archives (zip; tar, also gz, bz2, xz, zst), "
        "catalogues from folders and files.",
        AFTER,
    )
    described.add_argument(
        "paths", nargs="+", metavar="PATH", help="a folder, an archive or a file"
    )
    described.add_argument("--to", metavar="DIR", help="the folder that is to hold the data")
    described.add_argument(
        "--link", action="store_true", help="leave a folder's files where they are, and link them"
    )
    described.add_argument(
        "--replace",
        action="store_true",
        help="replace files and stores that are there with other content",
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

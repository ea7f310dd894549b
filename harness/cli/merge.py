"""``hgpo merge``."""

from collections.abc import Sequence
from pathlib import Path

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, command_parser


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "merge",
        "Put comparisons together that differ in their seeds, algorithms and baselines alone, also "
        "those of other machines.\n"
        "Settings, tasks, caps, versions and first weights have to agree, and what two of them "
        "tell of the same training.",
        "examples:\n  hgpo merge runs/seeds-0-2 runs/seeds-3-5 --out runs/six\n"
        "  hgpo merge mine/comparison.json theirs.json --out runs/both --json both.json",
    )
    described.add_argument(
        "parts", nargs="+", metavar="PART", help="the folder of a comparison, or a comparison.json"
    )
    described.add_argument(
        "--out", metavar="DIR", required=True, help="a new folder for the merged comparison"
    )
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    if len(arguments.parts) < 2:
        raise UsageError(f"{arguments.parts[0]} alone can't be merged. Name a second comparison.")
    from harness.cli.output import check_json_target
    from harness.cli.results import give_comparison
    from harness.errors import RunError
    from harness.merging import Part, merge
    from harness.report_again import read_comparison_file
    from harness.run.atomic import make_folder, write_atomically
    from harness.run_comparison import RESULT

    target = check_json_target(arguments.json)
    out = Path(arguments.out).expanduser()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RunError(f"{str(out)!r} is not empty. Name a new folder for the merged comparison.")
    places = [Path(part).expanduser() for part in arguments.parts]
    files = [place / RESULT if place.is_dir() else place for place in places]
    merged = merge(
        [
            Part(name=str(place), comparison=read_comparison_file(file))
            for place, file in zip(places, files, strict=True)
        ]
    )
    make_folder(out)
    write_atomically(out / RESULT, merged.to_json().encode())
    give_comparison(merged, target, str(out))

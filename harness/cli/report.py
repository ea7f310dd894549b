"""``hgpo report``."""

from collections.abc import Sequence
from pathlib import Path

from harness.cli.parser import Parser, add_json, command_parser


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "report",
        "Print a comparison's table again and write its page and JSON, from what is on disk.\n"
        "Nothing is trained or played. A folder's page and comparison.json are written anew.",
        "examples:\n  hgpo report runs/bench\n"
        "  hgpo report runs/bench --partial --html so-far.html\n"
        "  hgpo report comparison.json --html report.html --json bench.json",
    )
    described.add_argument(
        "place", metavar="FOLDER", help="the folder of a comparison, or a comparison.json"
    )
    add_json(described)
    described.add_argument("--html", metavar="FILE", help="write the page to FILE")
    described.add_argument(
        "--partial",
        action="store_true",
        help="report on the complete seeds of a comparison that is not finished",
    )
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.cli.output import check_json_target, check_target
    from harness.cli.results import REPORT, give_report
    from harness.report_again import read_report
    from harness.run.atomic import write_atomically
    from harness.run_comparison import RESULT

    place = Path(arguments.place).expanduser()
    target = check_json_target(arguments.json)
    page = check_target("--html", arguments.html, example="report.html")
    comparison = read_report(place, partial=arguments.partial)
    pages = [page] if page else []
    if place.is_dir() and not comparison.missing:
        write_atomically(place / RESULT, comparison.to_json().encode())
        pages.append(place / REPORT)
    give_report(comparison, target, pages)

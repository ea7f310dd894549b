"""``hgpo leaderboard build``."""

from collections.abc import Sequence

from harness.cli.board_argument import board_parser
from harness.cli.parser import Parser


def parser() -> Parser:
    """Describe the action."""
    return board_parser(
        "build",
        "Check every entry of a board and write the ranking into its folder: index.html, a page\n"
        "that needs nothing else, and board.json. Equal boards give equal bytes.",
        "example:\n  hgpo leaderboard build board",
    )


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from harness.cli.output import check_json_target, write_json
    from leaderboards.board import PAGE, TABLE, build_board
    from leaderboards.ranking import to_json

    target = check_json_target(arguments.json)
    ranked = build_board(arguments.board)
    write_json(target, to_json(ranked))
    entries = len({row.name for one in ranked for row in one.rows})
    files = ", ".join(str(arguments.board / name) for name in (PAGE, TABLE))
    print(f"{entries} entries in {len(ranked)} rankings: {files}")  # noqa: T201

"""``hgpo leaderboard build``."""

from collections.abc import Sequence
from pathlib import Path

from harness.cli.parser import Parser, add_json, command_parser


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "leaderboard build",
        "Check every entry of a board and write the ranking into its folder: index.html, a page\n"
        "that needs nothing else, and board.json. Equal boards give equal bytes.",
        "example:\n  hgpo leaderboard build board",
    )
    described.add_argument("board", metavar="DIR", help="the board's folder")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from harness.cli.output import check_json_target, write_json
    from leaderboards.board import PAGE, TABLE, build_board
    from leaderboards.ranking import to_json

    target = check_json_target(arguments.json)
    board = Path(arguments.board).expanduser()
    ranked = build_board(board)
    write_json(target, to_json(ranked))
    entries = sum(len(one.rows) for one in ranked)
    print(f"{entries} entries in {len(ranked)} rankings: {board / PAGE}, {board / TABLE}")  # noqa: T201

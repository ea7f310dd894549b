"""The board that `hgpo leaderboard show` and `build` are given."""

from pathlib import Path

from harness.cli.parser import Parser, add_json, command_parser


def board_parser(action: str, summary: str, examples: str) -> Parser:
    """Describe an action on one board, with the flag for its answer."""
    described = command_parser(f"leaderboard {action}", summary, examples)
    described.add_argument("board", metavar="DIR", type=board_folder, help="the board's folder")
    add_json(described)
    return described


def board_folder(word: str) -> Path:
    """Return the folder that a word names; ``~`` is the user's home."""
    return Path(word).expanduser()

"""``hgpo leaderboard show``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from leaderboards.ranking import RankedClass


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "leaderboard show",
        "Check every entry of a board and print the ranking. Entries are ranked together only in\n"
        "the same environment, on the same tasks, trained on the same tasks under the same caps.",
        "examples:\n  hgpo leaderboard show board\n  hgpo leaderboard show board --json board.json",
    )
    described.add_argument("board", metavar="DIR", help="the board's folder")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from harness.cli.output import check_json_target, write_json
    from leaderboards.board import read_board
    from leaderboards.ranking import rank, to_json

    target = check_json_target(arguments.json)
    ranked = rank(read_board(Path(arguments.board).expanduser()))
    write_json(target, to_json(ranked))
    print_ranking(ranked)


def print_ranking(classes: Sequence["RankedClass"]) -> None:
    """Print a table for each class of entries that can be compared."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from leaderboards.page import caps_in_words, interval, percent

    for one in classes:
        options = "".join(f", {name}={value}" for name, value in one.env_options.items())
        title = (
            f"{one.env}{options}: {one.eval.n} tasks of {one.eval.split}, trained on "
            f"{one.train.split}; caps: {caps_in_words(one.caps)}; at most {one.max_steps} steps"
        )
        table = Table(title=Text(title), title_justify="left")
        for name in ("rank", "algorithm", "success % (95 %)", "mean return", "seeds"):
            table.add_column(name, justify="left" if name == "algorithm" else "right")
        for row in one.rows:
            table.add_row(
                str(row.rank),
                Text(row.entry.algorithm),
                f"{percent(row.success.value)} ({interval(row.success)})",
                f"{row.mean_return.value:.3f}",
                str(len(row.entry.seeds)),
            )
        Console().print(table)

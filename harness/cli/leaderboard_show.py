"""``hgpo leaderboard show``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.cli.board_argument import board_parser
from harness.cli.parser import Parser

if TYPE_CHECKING:
    from leaderboards.ranking import RankedClass


def parser() -> Parser:
    """Describe the action."""
    return board_parser(
        "show",
        "Check every entry of a board and print the ranking. Entries are ranked together only in\n"
        "the same environment, on the same tasks, trained on the same tasks under the same caps,\n"
        "with the same memory and prompt template. Baselines and evaluations have no rank.",
        "examples:\n  hgpo leaderboard show board\n  hgpo leaderboard show board --json board.json",
    )


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from harness.cli.output import check_json_target, write_json
    from leaderboards.board import read_board
    from leaderboards.ranking import rank, to_json

    target = check_json_target(arguments.json)
    ranked = rank(read_board(arguments.board))
    write_json(target, to_json(ranked))
    print_ranking(ranked)


def print_ranking(classes: Sequence["RankedClass"]) -> None:
    """Print a table for each class of entries that can be compared."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from leaderboards.page import interval, name_in_words, percent, rank_in_words

    for one in classes:
        table = Table(title=Text(plain(title_of(one))), title_justify="left")
        for name in ("rank", "algorithm", "success % (95 %)", "mean return", "seeds"):
            table.add_column(name, justify="left" if name == "algorithm" else "right")
        for row in one.rows:
            table.add_row(
                rank_in_words(row.rank),
                Text(plain(name_in_words(row.entry))),
                f"{percent(row.success.value)} ({interval(row.success)})",
                f"{row.mean_return.value:.3f}",
                str(len(row.entry.seeds)) if row.entry.is_trained else "–",
            )
        Console().print(table)


def title_of(one: "RankedClass") -> str:
    """Say what a class's entries have alike."""
    from leaderboards.page import caps_in_words

    options = "".join(f", {name}={value}" for name, value in one.env_options.items())
    parts = [f"{one.env}{options}: {one.eval.n} tasks of {one.eval.split}"]
    if one.train is not None:
        parts[0] += f", trained on {one.train.split}"
        parts += [f"caps: {caps_in_words(one.caps)}", f"memory: {one.memory}"]
    return "; ".join([*parts, f"at most {one.max_steps} steps"])


def plain(text: str) -> str:
    r"""Return a stranger's text without what a terminal would obey; escapes stand for it.

    Example:
        >>> plain("hgpo\x1b[2J")
        'hgpo\\x1b[2J'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)

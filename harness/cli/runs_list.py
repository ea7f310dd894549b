"""``hgpo runs list``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from rich.table import Table

    from harness.inventory.entry import Listed

DEFAULT = "runs"


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "runs list",
        "List the runs, comparisons and diagnoses in a folder and below it. Links are not "
        "followed.",
        "example:\n  hgpo runs list runs --json runs.json",
    )
    add_place(described)
    add_json(described)
    return described


def add_place(described: Parser) -> None:
    """Let an action take the folder that it looks in."""
    described.add_argument(
        "place", nargs="?", default=DEFAULT, metavar="DIR", help=f"where; left out: {DEFAULT}"
    )


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from rich.console import Console

    from harness.cli.output import as_json, check_json_target, write_json
    from harness.inventory.entry import entry_of
    from harness.inventory.find import find

    target = check_json_target(arguments.json)
    entries = [entry_of(*found) for found in find(folder(arguments.place))]
    write_json(target, as_json([entry.to_json() for entry in entries]))
    Console().print(_table(entries))


def folder(name: str) -> Path:
    """Return the folder to look in.

    Raises:
        RunError: there is none.
    """
    from harness.errors import RunError

    place = Path(name).expanduser()
    if not place.is_dir():
        raise RunError(f"there is no folder {name!r}. Name the one that runs are kept in.")
    return place


def _table(entries: Sequence["Listed"]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from harness.inventory.sizes import in_words

    table = Table(caption=f"{len(entries)} in all", caption_justify="left")
    for name in ("folder", "what", "environment", "seeds", "state", "done"):
        table.add_column(name, overflow="fold")
    for name in ("budget", "success", "size"):
        table.add_column(name, justify="right")
    table.add_column("last change")
    for entry in entries:
        told = f": {entry.damage}" if entry.damage else ""
        row = (
            entry.path,
            entry.what or entry.kind,
            entry.env,
            entry.seeds,
            entry.state + told,
            entry.done,
            "" if entry.spent is None else f"{entry.spent:.0%}",
            "" if entry.success is None else f"{entry.success:.1%}",
            in_words(entry.size),
            entry.changed,
        )
        table.add_row(*map(Text, row))
    return table

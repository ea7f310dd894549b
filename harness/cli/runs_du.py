"""``hgpo runs du``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from harness.cli.parser import Parser, add_json, command_parser
from harness.cli.runs_list import add_place, folder

if TYPE_CHECKING:
    from rich.table import Table

    from harness.inventory.sizes import Sizes


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "runs du",
        "Say how many bytes each run, comparison and diagnosis takes, by kind of file, the "
        "largest first.",
        "example:\n  hgpo runs du runs",
    )
    add_place(described)
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from rich.console import Console

    from harness.cli.output import as_json, check_json_target, write_json
    from harness.inventory.find import find
    from harness.inventory.sizes import sizes_of

    target = check_json_target(arguments.json)
    sizes = {str(path): sizes_of(path) for path, _ in find(folder(arguments.place))}
    told = {
        path: {"files": each.files, "bytes": each.total, "by_kind": each.by_kind}
        for path, each in sizes.items()
    }
    write_json(target, as_json(told))
    Console().print(_table(sizes))


def _table(sizes: Mapping[str, "Sizes"]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from harness.inventory.sizes import KINDS, OTHER, in_words

    kinds = (*KINDS, OTHER)
    table = Table(show_footer=True)
    table.add_column("folder", footer="all", overflow="fold")
    whole = sum(each.total for each in sizes.values())
    table.add_column("bytes", footer=in_words(whole), justify="right")
    for kind in kinds:
        of_kind = sum(each.by_kind.get(kind, 0) for each in sizes.values())
        table.add_column(kind, footer=in_words(of_kind), justify="right")
    for path, each in sorted(sizes.items(), key=lambda item: (-item[1].total, item[0])):
        parts = [in_words(each.by_kind.get(kind, 0)) for kind in kinds]
        table.add_row(*map(Text, (path, in_words(each.total), *parts)))
    return table

"""Show how far the look at many files got: a bar on a terminal, nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn


@contextmanager
def watching_files(
    *, quiet: bool, console: Console | None = None
) -> Iterator[Callable[[float, str], None]]:
    """Give what is to be told how much is done (0 to 1) and what is being looked at."""
    console = console or Console(file=sys.stderr, highlight=False)
    if quiet or not console.is_terminal:
        yield _say_nothing
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        bar = bars.add_task("", total=1.0)
        yield lambda done, what: bars.update(bar, completed=done, description=what)


def _say_nothing(done: float, what: str) -> None:
    pass

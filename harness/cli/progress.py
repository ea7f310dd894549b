"""Show progress on standard error: bars on a terminal, lines elsewhere, nothing if asked."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from harness.observer import (
    Amounts,
    BatchDone,
    CellDone,
    CellStarted,
    Evaluated,
    EvaluationProgress,
    Event,
    Note,
    Observer,
    SilentObserver,
    WorkPlanned,
    part_spent,
)

LINE_EVERY = 10
"""Batches between two lines of a cell where there is no terminal."""


@contextmanager
def watching(*, quiet: bool, console: Console | None = None) -> Iterator[Observer]:
    """Give an observer that shows progress while the block runs."""
    console = console or Console(file=sys.stderr, highlight=False)
    if quiet:
        yield SilentObserver()
    elif console.is_terminal:
        with ProgressBars(console) as bars:
            yield bars
    else:
        yield ProgressLines(console)


def sentence(event: Event) -> str | None:
    """Return the line that stays of an event, or None if nothing does."""
    match event:
        case WorkPlanned(cells=cells, kept=kept) if kept:
            return f"{len(kept)} of {len(cells)} cells are finished already and kept."
        case Evaluated(cell=cell, what=what, success=success, episodes=episodes):
            return f"{cell}: {what}: {success:.1%} of {episodes} episodes won"
        case CellDone(cell=cell, success=success):
            return f"{cell}: done" + ("" if success is None else f", {success:.1%} won")
        case Note(text=text):
            return text
    return None


class ProgressLines:
    """Print plain lines."""

    def __init__(self, console: Console) -> None:
        """Print to ``console``."""
        self._console = console
        self._caps: dict[str, Amounts] = {}

    def notify(self, event: Event) -> None:
        """Print what is worth a line."""
        line = sentence(event)
        match event:
            case CellStarted(cell=cell, caps=caps, spent=spent):
                self._caps[cell] = caps
                line = f"{cell}: started" if not spent else f"{cell}: goes on"
            case BatchDone(cell=cell, batch=batch, success=success, spent=spent):
                left = 1.0 - part_spent(self._caps.get(cell, {}), spent)
                if batch % LINE_EVERY == 0:
                    line = (
                        f"{cell}: batch {batch}, {success:.1%} won, {left:.0%} of the budget left"
                    )
        if line:
            self._console.print(Text(line), soft_wrap=True)


class ProgressBars:
    """Draw one bar for all cells and one for each that runs."""

    def __init__(self, console: Console) -> None:
        """Draw on ``console``."""
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TaskProgressColumn(),
            TextColumn("{task.fields[note]}", markup=False),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._overall: TaskID | None = None
        self._bars: dict[str, TaskID] = {}
        self._caps: dict[str, Amounts] = {}

    def __enter__(self) -> "ProgressBars":
        self._progress.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._progress.stop()

    def notify(self, event: Event) -> None:
        """Move the bars, and leave a line above them where one stays."""
        match event:
            case WorkPlanned(cells=cells, kept=kept) if len(cells) > 1:
                self._overall = self._progress.add_task(
                    "cells", total=len(cells), completed=len(kept), note=""
                )
            case CellStarted(cell=cell, caps=caps, spent=spent):
                self._caps[cell] = caps
                self._move(cell, part_spent(caps, spent), "")
            case BatchDone(cell=cell, batch=batch, success=success, spent=spent):
                part = part_spent(self._caps.get(cell, {}), spent)
                self._move(cell, part, f"batch {batch}, {success:.0%} won")
            case EvaluationProgress(cell=cell, done=done, total=total, won=won):
                note = f"evaluating {done}/{total}, {won / max(done, 1):.0%} won"
                self._move(cell, None if cell in self._caps else done / max(total, 1), note)
            case CellDone(cell=cell):
                self._finish(cell)
        if line := sentence(event):
            self._progress.console.print(Text(line))

    def _move(self, cell: str, part: float | None, note: str) -> None:
        if cell not in self._bars:
            self._bars[cell] = self._progress.add_task(cell, total=1.0, note="")
        self._progress.update(self._bars[cell], completed=part, note=note)

    def _finish(self, cell: str) -> None:
        bar = self._bars.pop(cell, None)
        if bar is not None:
            self._progress.remove_task(bar)
        if self._overall is not None:
            self._progress.advance(self._overall)

"""Give a command's answer: to the terminal, to the file of ``--json``, as a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from harness.answers import Part, evaluation_parts, print_parts, run_parts
from harness.cli.output import as_json, write_json
from harness.diagnose.diagnosis import Diagnosis
from harness.diagnose.figure import figure
from harness.diagnose.table import table as table_of_diagnosis
from harness.report import Comparison, render_html, table, to_json
from harness.result import RunResult
from harness.run.atomic import write_atomically

REPORT = "report.html"
FIGURE = "diagnosis.svg"


def give_run(result: RunResult, target: Path | None, folder: str | None) -> None:
    """Give what a training run came to."""
    write_json(target, as_json(result.to_json()))
    _show(run_parts(result), {"run": folder, "json": target})


def give_evaluation(record: Mapping[str, object], target: Path | None) -> None:
    """Give what an agent scored.

    Args:
        record: the evaluation as JSON values; it has ``success``, ``n`` and ``interval``.
        target: the file of ``--json``.
    """
    write_json(target, as_json(record))
    _show(evaluation_parts(record), {"json": target})


def give_comparison(comparison: Comparison, target: Path | None, folder: str) -> None:
    """Give a comparison: table, JSON, and the page in the run's folder."""
    page = Path(folder) / REPORT
    write_atomically(page, render_html(comparison).encode())
    write_json(target, to_json(comparison))
    console = Console()
    console.print(table(comparison))
    say_where(console, {"run": folder, "report": page, "json": target})


def give_report(comparison: Comparison, target: Path | None, pages: Sequence[Path]) -> None:
    """Give a comparison that is on disk: table, JSON, and its pages."""
    for page in pages:
        write_atomically(page, render_html(comparison).encode())
    write_json(target, to_json(comparison))
    console = Console()
    console.print(table(comparison))
    for page in pages:
        say_where(console, {"report": page})
    say_where(console, {"json": target})


def give_diagnosis(diagnosis: Diagnosis, target: Path | None, folder: str) -> None:
    """Give a diagnosis: tables, JSON, and the plot in its folder."""
    drawn = Path(folder) / FIGURE
    write_atomically(drawn, figure(diagnosis).encode())
    write_json(target, as_json(diagnosis.to_json()))
    console = Console()
    console.print(table_of_diagnosis(diagnosis))
    say_where(console, {"run": folder, "plot": drawn, "json": target})


def say_where(console: Console, places: Mapping[str, str | Path | None]) -> None:
    """Say where the files are."""
    for name, place in places.items():
        if place is not None:
            console.print(Text(f"{name}: {place}"), soft_wrap=True)


def _show(parts: list[Part], places: Mapping[str, str | Path | None]) -> None:
    console = Console()
    print_parts(console, parts)
    say_where(console, places)

"""Give a command's answer: to the terminal, to the file of ``--json``, as a page."""

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.cli.output import as_json, write_json
from harness.report import Comparison, render_html, table, to_json
from harness.result import RunResult
from harness.run.atomic import write_atomically

REPORT = "report.html"


def give_run(result: RunResult, target: Path | None, folder: str | None) -> None:
    """Give what a training run came to."""
    write_json(target, as_json(result.to_json()))
    shown = Table(title=Text(f"{result.algorithm}, seed {result.seed}"))
    for name in ("policy", "success", "steps an episode"):
        shown.add_column(name, justify="left" if name == "policy" else "right")
    for name, scores in (("start", result.start), ("final", result.final)):
        shown.add_row(name, f"{scores.success:.1%}", f"{scores.mean_length:.1f}")
    console = Console()
    console.print(shown)
    console.print(Text(spent_line(result.spent, result.caps)), soft_wrap=True)
    say_where(console, {"run": folder, "json": target})


def give_evaluation(record: Mapping[str, object], target: Path | None) -> None:
    """Give what an agent scored.

    Args:
        record: the evaluation as JSON values; it has ``success``, ``n`` and ``interval``.
        target: the file of ``--json``.
    """
    write_json(target, as_json(record))
    low, high = record["interval"]  # type: ignore[misc]
    console = Console()
    console.print(
        Text(
            f"{float(record['success']):.1%} of {record['n']} episodes won "  # type: ignore[arg-type]
            f"(95 % interval {float(low):.1%} to {float(high):.1%})"  # type: ignore[has-type]
        ),
        soft_wrap=True,
    )
    say_where(console, {"json": target})


def give_comparison(comparison: Comparison, target: Path | None, folder: str) -> None:
    """Give a comparison: table, JSON, and the page in the run's folder."""
    page = Path(folder) / REPORT
    write_atomically(page, render_html(comparison).encode())
    write_json(target, to_json(comparison))
    console = Console()
    console.print(table(comparison))
    say_where(console, {"run": folder, "report": page, "json": target})


def spent_line(spent: Mapping[str, float], caps: Mapping[str, float]) -> str:
    """Say what was spent of each cap, and of the units without one."""
    parts = [
        f"{unit} {amount:,.0f}" + (f" of {caps[unit]:,.0f}" if unit in caps else "")
        for unit, amount in spent.items()
    ]
    return f"spent: {', '.join(parts)}"


def say_where(console: Console, places: Mapping[str, str | Path | None]) -> None:
    """Say where the files are."""
    for name, place in places.items():
        if place is not None:
            console.print(Text(f"{name}: {place}"), soft_wrap=True)

"""Give a command's answer: to the terminal, to the file of ``--json``, as a page."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

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
    shown = Table(title=Text(f"{result.algorithm}, seed {result.seed}"))
    for name in ("policy", "success", "mean return", "steps an episode"):
        shown.add_column(name, justify="left" if name == "policy" else "right")
    for name, scores in (("start", result.start), ("final", result.final)):
        earned = "" if scores.mean_return is None else f"{scores.mean_return:.3f}"
        shown.add_row(name, f"{scores.success:.1%}", earned, f"{scores.mean_length:.1f}")
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
    low, high = cast("tuple[float, float]", record["interval"])
    lines = [
        f"{record['success']:.1%} of {record['n']} episodes won "
        f"(95 % interval {low:.1%} to {high:.1%})"
    ]
    if record.get("mean_return", record["success"]) != record["success"]:
        low, high = cast("tuple[float, float]", record["return_interval"])
        lines.append(
            f"mean return {record['mean_return']:.3f} (95 % interval {low:.3f} to {high:.3f})"
        )
    console = Console()
    for line in lines:
        console.print(Text(line), soft_wrap=True)
    say_where(console, {"json": target})


def give_comparison(comparison: Comparison, target: Path | None, folder: str) -> None:
    """Give a comparison: table, JSON, and the page in the run's folder."""
    page = Path(folder) / REPORT
    write_atomically(page, render_html(comparison).encode())
    write_json(target, to_json(comparison))
    console = Console()
    console.print(table(comparison))
    say_where(console, {"run": folder, "report": page, "json": target})


def give_diagnosis(diagnosis: Diagnosis, target: Path | None, folder: str) -> None:
    """Give a diagnosis: tables, JSON, and the plot in its folder."""
    drawn = Path(folder) / FIGURE
    write_atomically(drawn, figure(diagnosis).encode())
    write_json(target, as_json(diagnosis.to_json()))
    console = Console()
    console.print(table_of_diagnosis(diagnosis))
    say_where(console, {"run": folder, "plot": drawn, "json": target})


def spent_line(spent: Mapping[str, float], caps: Mapping[str, float]) -> str:
    """Say what was spent of each cap, and of the units without one."""
    parts = [
        f"{unit} {_plainly(amount)}" + (f" of {_plainly(caps[unit])}" if unit in caps else "")
        for unit, amount in spent.items()
    ]
    return f"spent: {', '.join(parts)}"


def _plainly(amount: float) -> str:
    return f"{int(amount):,}" if amount == int(amount) else f"{amount:,.2f}"


def say_where(console: Console, places: Mapping[str, str | Path | None]) -> None:
    """Say where the files are."""
    for name, place in places.items():
        if place is not None:
            console.print(Text(f"{name}: {place}"), soft_wrap=True)

"""What commands answer: as JSON values, and as what the terminal shows."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from harness.report import Comparison, render_html, table, to_json
from harness.result import RunResult
from harness.run_evaluation import Evaluation

Part = Table | Text
WIDTH = 120
"""Columns of an answer that is printed without a terminal."""


class Answer:
    """What every answer can do."""

    __slots__ = ()

    def to_json(self) -> dict[str, object]:
        """Return what ``--json`` writes, as JSON values."""
        raise NotImplementedError

    def parts(self) -> list[Part]:
        """Return the tables and lines that the terminal shows, top to bottom."""
        raise NotImplementedError

    def table(self) -> Group:
        """Return the same for `rich.print`."""
        return Group(*self.parts())

    def __rich__(self) -> Group:
        return self.table()

    def __str__(self) -> str:
        console = Console(file=io.StringIO(), width=WIDTH)
        print_parts(console, self.parts())
        return cast("io.StringIO", console.file).getvalue().rstrip("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAnswer(Answer):
    """A finished training.

    Attributes:
        result: all that it says of itself.
        folder: where it is kept.
    """

    result: RunResult
    folder: Path

    def to_json(self) -> dict[str, object]:
        """Return what ``hgpo train --json`` writes, as JSON values."""
        return _json_values(self.result.to_json())

    def parts(self) -> list[Part]:
        """Return the table of scores, and what was spent."""
        return run_parts(self.result)

    __str__ = Answer.__str__


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationAnswer(Answer):
    """An agent's scores.

    Attributes:
        evaluation: every episode.
    """

    evaluation: Evaluation

    def to_json(self) -> dict[str, object]:
        """Return what ``hgpo evaluate --json`` writes, as JSON values."""
        return _json_values(self.evaluation.to_json())

    def parts(self) -> list[Part]:
        """Return the lines of scores."""
        return evaluation_parts(self.evaluation.to_json())

    __str__ = Answer.__str__


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonAnswer(Answer):
    """A comparison.

    Attributes:
        comparison: all that was played and spent.
        folder: where it is kept, ``report.html`` included.
    """

    comparison: Comparison
    folder: Path

    def to_json(self) -> dict[str, object]:
        """Return what ``hgpo compare --json`` writes, as JSON values."""
        return cast("dict[str, object]", json.loads(to_json(self.comparison)))

    def to_html(self) -> str:
        """Return the page, ``report.html``."""
        return render_html(self.comparison)

    def parts(self) -> list[Part]:
        """Return the tables of scores and budgets."""
        return [table(self.comparison)]

    __str__ = Answer.__str__


def run_parts(result: RunResult) -> list[Part]:
    """Return what the terminal shows of a training."""
    shown = Table(title=Text(f"{result.algorithm}, seed {result.seed}"))
    for name in ("policy", "success", "mean return", "steps an episode"):
        shown.add_column(name, justify="left" if name == "policy" else "right")
    for name, scores in (("start", result.start), ("final", result.final)):
        earned = "" if scores.mean_return is None else f"{scores.mean_return:.3f}"
        shown.add_row(name, f"{scores.success:.1%}", earned, f"{scores.mean_length:.1f}")
    return [shown, Text(spent_line(result.spent, result.caps))]


def evaluation_parts(record: Mapping[str, object]) -> list[Part]:
    """Return what the terminal shows of an evaluation.

    Args:
        record: the evaluation as JSON values; it has ``success``, ``n`` and ``interval``.
    """
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
    return [Text(line) for line in lines]


def spent_line(spent: Mapping[str, float], caps: Mapping[str, float]) -> str:
    """Say what was spent of each cap, and of the units without one."""
    parts = [
        f"{unit} {_plainly(amount)}" + (f" of {_plainly(caps[unit])}" if unit in caps else "")
        for unit, amount in spent.items()
    ]
    return f"spent: {', '.join(parts)}"


def _plainly(amount: float) -> str:
    return f"{int(amount):,}" if amount == int(amount) else f"{amount:,.2f}"


def print_parts(console: Console, parts: list[Part]) -> None:
    """Print tables and lines; a line is never broken."""
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text))


def _json_values(record: Mapping[str, object]) -> dict[str, object]:
    """Return a record with lists where tuples were, as who reads the JSON gets it."""
    return cast("dict[str, object]", json.loads(json.dumps(record)))

"""The table as JSON: what a script reads."""

import json
from dataclasses import asdict

from harness.report.budget_units import curves_json
from harness.report.comparison import Cell, Comparison
from harness.report.summary import Row, Summary, summarise, task_columns
from harness.report.verdict import headline
from leaderboards.statistics import Estimate

FORMAT = 1


def to_json(comparison: Comparison) -> str:
    """Write what the table says, and the scores it says it from.

    Args:
        comparison: what was compared.

    Returns:
        JSON text with a newline at its end; equal comparisons give equal text.
    """
    summary = summarise(comparison)
    body: dict[str, object] = {
        "format": FORMAT,
        "env": comparison.env,
        "train": asdict(comparison.train),
        "eval": asdict(comparison.eval),
        "protocol": asdict(comparison.protocol),
        "caps": dict(comparison.caps),
        "seeds": list(comparison.seeds),
        "comparable": not comparison.faults,
        "faults": list(comparison.faults),
        "command": comparison.command,
        "settings": dict(comparison.settings),
        "headline": headline(summary),
        "rows": [_row(row, summary) for row in summary.rows],
        "differences": [
            {
                "first": pair.first,
                "second": pair.second,
                **asdict(pair.difference),
                "separated": pair.separated,
            }
            for pair in summary.differences
        ],
        "improvement": {
            name: {other: asdict(found) for other, found in others.items()}
            for name, others in summary.improvement.items()
        },
        "tasks": list(comparison.tasks),
        "task_kinds": list(comparison.task_kinds),
        "cells": [_cell(cell, comparison) for cell in _ordered(comparison)],
    }
    if curves := curves_json(comparison):
        body["budget_curves"] = curves
    if comparison.missing:
        body["missing"] = list(comparison.missing)
    return json.dumps(body, indent=1, sort_keys=True, allow_nan=False) + "\n"


def _row(row: Row, summary: Summary) -> dict[str, object]:
    body: dict[str, object] = {
        "name": row.name,
        "role": row.role,
        "success": asdict(row.success),
        "iqm": _optional(row.iqm),
        "gain": _optional(row.gain),
        "kinds": {kind: asdict(found) for kind, found in row.kinds.items()},
    }
    if row.mean_return is not None:
        body["mean_return"] = asdict(row.mean_return)
    if row.role == "algorithm":
        use = summary.use[row.name]
        body["spent"] = dict(use.spent)
        body["left"] = dict(use.left)
        body["by_purpose"] = {name: dict(amounts) for name, amounts in use.by_purpose.items()}
    return body


def _cell(cell: Cell, comparison: Comparison) -> dict[str, object]:
    columns = task_columns(comparison)
    body: dict[str, object] = {
        "algorithm": cell.algorithm,
        "seed": cell.seed,
        "caps": dict(comparison.caps),
        "spent": dict(cell.spent),
        "left": comparison.left(cell),
        "by_purpose": {name: dict(amounts) for name, amounts in cell.by_purpose.items()},
        "success": sum(cell.success) / len(cell.success),
        "kinds": {
            kind: sum(cell.success[column] for column in places) / len(places)
            for kind, places in columns.items()
        },
        "scores": list(cell.success),
    }
    if comparison.tells_returns:
        body["mean_return"] = sum(cell.returns) / len(cell.returns)
        body["returns"] = list(cell.returns)
    return body


def _ordered(comparison: Comparison) -> list[Cell]:
    return [cell for name in comparison.algorithms for cell in comparison.cells_of(name)]


def _optional(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else asdict(found)

"""The page on the zoo, written from a comparison's record."""

import inspect
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from algorithms.registry import algorithm_class
from harness.report.formats import listed

Row = Mapping[str, Any]


def page(record: Row) -> str:
    """Return the page in Markdown, of the record that ``hgpo compare --json`` wrote."""
    return "\n".join([*_head(record), "", *_table(record["rows"]), "", *_reading(record)]) + "\n"


def summary(name: str) -> str:
    """Return the sentence that an algorithm's module begins with, without its name."""
    module = inspect.getmodule(algorithm_class(name))
    text = inspect.getdoc(module) if module else None
    first = (text or "").split("\n\n")[0].replace("\n", " ")
    return (first.partition(": ")[2] or first).rstrip(".")


def _head(record: Row) -> Iterator[str]:
    caps = ", ".join(f"{value:,} {unit}" for unit, value in record["caps"].items())
    seeds, tasks = len(record["seeds"]), record["eval"]["n"]
    yield "# The zoo under one small budget"
    yield ""
    yield (
        "Made by `make zoo`, which writes this page and `zoo.json`: every algorithm with its "
        f"defaults, {seeds} seeds each, on easy generated ALFWorld games, each training capped at "
        f"{caps} and scored on the same {tasks} unseen tasks."
    )
    yield ""
    yield "```"
    yield shlex.join(["hgpo", "compare", *shlex.split(record["command"])[2:]])
    yield "```"


def _table(rows: Sequence[Row]) -> Iterator[str]:
    yield "| algorithm | in one sentence | success | 95 % interval | gain over its start |"
    yield "|---|---|--:|--:|--:|"
    ranked = [row for row in rows if row["role"] == "algorithm"]
    for row in sorted(ranked, key=lambda row: (-row["success"]["value"], row["name"])):
        gain = row["gain"]
        yield (
            f"| `{row['name']}` | {summary(row['name'])} | {_share(row['success'])} "
            f"| {_between(row['success'])} | {100 * gain['value']:+.1f} ({_between(gain)}) |"
        )
    for row in rows:
        if row["role"] != "algorithm":
            reached = f"{_share(row['success'])} | {_between(row['success'])}"
            yield f"| *{row['name']}* | {ABOUT[row['name']]} | {reached} | |"


ABOUT = {
    "start": "the policy that all trainings start from, after a warm start on the expert's games",
    "random": "any admissible action",
    "expert": "a scripted player that sees what a player sees",
}


def _reading(record: Row) -> Iterator[str]:
    yield record["headline"]
    yield ""
    yield (
        "The start, which has imitated the expert, is above random play already; what training "
        f"added to it is the last column. {_unproven(record['rows'])}"
    )
    yield ""
    yield (
        "Intervals are bootstrapped over seeds and tasks. Nothing is tuned for this task, and a "
        "small budget favours what learns early. Where the intervals of two algorithms overlap, "
        "this table does not tell them apart."
    )


def _unproven(rows: Sequence[Row]) -> str:
    """Name the algorithms whose gain may be none."""
    gains = {row["name"]: row["gain"] for row in rows if row["role"] == "algorithm"}
    names = [f"`{name}`" for name, gain in sorted(gains.items()) if gain["low"] <= 0]
    if not names:
        return "Every algorithm added to it."
    return f"Under this budget the gain of {listed(names)} can't be told from none."


def _share(estimate: Row) -> str:
    return f"{100 * estimate['value']:.1f} %"


def _between(estimate: Row) -> str:
    return f"{100 * estimate['low']:.1f} to {100 * estimate['high']:.1f}"

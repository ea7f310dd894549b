"""The page on how long credit assignment takes, and its plot."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from benchmarks.heading import heading
from benchmarks.plots import STYLE

Found = Mapping[str, Any]
RECORD, PLOT = "performance-algorithms.json", "performance-algorithms.svg"


def page(found: Found) -> str:
    """Return the page in Markdown."""
    return "\n".join([*_head(found), "", *_beside(found["beside"]), "", *_growth(found)]) + "\n"


def gain(found: Found) -> float:
    """Return how many times as long the loops take, by the medians over rounds."""
    loops, arrays = (float(median(found["beside"][form])) for form in ("loops", "arrays"))
    return loops / arrays


def rows(found: Found) -> Iterator[tuple[str, int, float, float]]:
    """Give algorithm, steps, median CPU seconds and peak memory in MB of each measurement."""
    for one in found["alone"]:
        yield one["algorithm"], one["steps"], median(one["seconds"]), one["peak_mb"]


def draw(found: Found, path: Path) -> None:
    """Draw CPU seconds over steps, both on logarithmic axes."""
    with rc_context(STYLE):
        figure = Figure(figsize=(6.4, 3.8), layout="constrained")
        axes = figure.subplots()
        for name in dict.fromkeys(one["algorithm"] for one in found["alone"]):
            line = [(steps, seconds) for n, steps, seconds, _ in rows(found) if n == name]
            axes.loglog(*zip(*line, strict=True), marker="o", markersize=3, label=name)
        axes.set_xlabel("steps in the batch")
        axes.set_ylabel("CPU seconds")
        axes.legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def _head(found: Found) -> Iterator[str]:
    yield from heading(
        "How long credit assignment takes",
        command=found["command"],
        record=RECORD,
        about={**found["machine"], **found["versions"]},
    )
    yield ""
    yield (
        "Times are CPU seconds of one thread, from plain columns to one advantage a step: checking "
        "them, numbering ids, grouping and the estimate. Batches are random walks of 50 steps, 8 "
        "trajectories a task, 40 states."
    )


def _beside(beside: Found) -> Iterator[str]:
    steps, rounds = beside["steps"], len(beside["loops"])
    yield "## Beside plain loops"
    yield ""
    yield (
        f"HGPO with K = 4 on {steps:,} steps (16 tasks × 8 trajectories × 50 steps), the same "
        f"definition in plain loops over floats (`benchmarks/algorithms/plain.py`) and ours, in "
        f"turns, {rounds} rounds. They differ by at most {beside['difference']:.0e}."
    )
    yield ""
    yield "| | median | least | most |"
    yield "|---|--:|--:|--:|"
    for name, key in (("plain loops", "loops"), ("ours", "arrays")):
        taken = [1000 * seconds for seconds in beside[key]]
        yield f"| {name} | {median(taken):.2f} ms | {min(taken):.2f} ms | {max(taken):.2f} ms |"
    yield ""
    yield f"Ours takes 1/{gain({'beside': beside}):.0f} of the time."


def _growth(found: Found) -> Iterator[str]:
    yield "## Growth with the batch"
    yield ""
    yield f"![CPU seconds over steps]({PLOT})"
    yield ""
    yield "| algorithm | steps | CPU time | a step | peak memory of the process |"
    yield "|---|--:|--:|--:|--:|"
    for name, steps, seconds, peak in rows(found):
        yield (
            f"| `{name}` | {steps:,} | {1000 * seconds:,.1f} ms | {1e6 * seconds / steps:.2f} µs "
            f"| {peak:,.0f} MB |"
        )

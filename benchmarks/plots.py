"""The plot of the page: memory over resets."""

from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.memory import Memory, Soak

OURS, GYM, START = "#0072b2", "#e69f00", "#d55e00"

#: The same bytes for the same numbers.
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "memory",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
}


def draw_memory(memory: Memory, path: Path) -> None:
    """Draw resident memory over resets, the original's engine left and ours right."""
    with rc_context(STYLE):
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        left.set_title("original engine")
        if memory.original_start is not None:
            _line(left, memory.original_start, "engine started for each episode", START)
        if memory.original_gym is not None:
            _line(left, memory.original_gym, "one Gym environment", GYM)
        right.set_title("ours")
        _line(right, memory.reload, f"{memory.reload.games:,} games, not all kept", GYM)
        _line(right, memory.soak, f"{memory.soak.games:,} games", OURS)
        for axes in (left, right):
            axes.set_xlabel("resets")
            axes.set_xlim(left=0)
            axes.xaxis.set_major_formatter("{x:,.0f}")
            if axes.lines:
                axes.legend(frameon=False)
        left.set_ylim(bottom=0)
        left.set_ylabel("resident memory, MB")
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def _line(axes: Axes, soak: Soak, label: str, colour: str) -> None:
    resets, memory = zip(*soak.curve, strict=True)
    axes.plot(resets, memory, label=label, color=colour, linewidth=1.8)

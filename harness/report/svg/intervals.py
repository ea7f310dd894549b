"""Draw estimates with their intervals, one line each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.report.svg.element import CHAR_WIDTH, WIDTH, drawing, element, shortened, text, titled
from harness.report.svg.scale import Scale, widened
from leaderboards.statistics import Estimate

ROW = 30.0
TOP = 8.0
FOOT = 40.0
VALUE_WIDTH = 48.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the plot.

    Attributes:
        label: whose estimate it is.
        style: the CSS class that colours it.
        found: the estimate.
    """

    label: str
    style: str
    found: Estimate


def interval_plot(
    lines: Sequence[Line],
    *,
    title: str,
    axis: str,
    write: Callable[[float], str],
    write_tick: Callable[[float], str],
    zero: bool,
) -> str:
    """Draw a dot and a bar for each estimate, its value beside it.

    Args:
        lines: at least one.
        title: what is drawn, for screen readers.
        axis: the axis' caption.
        write: how an estimate is written.
        write_tick: how a number on the axis is written.
        zero: whether zero is marked as the line of no difference.
    """
    labels = min(130.0, max(len(line.label) for line in lines) * CHAR_WIDTH + 16)
    bottom = TOP + ROW * len(lines)
    scale = _scale(lines, labels, zero=zero)
    drawn = [
        *_grid(scale, bottom, write_tick),
        *([_zero(scale, bottom)] if zero else []),
        *(
            _line(line, TOP + ROW * (index + 0.5), scale, labels, write)
            for index, line in enumerate(lines)
        ),
        text(axis, (scale.start + scale.end) / 2, bottom + 34, class_="axis", text_anchor="middle"),
    ]
    return drawing(title, bottom + FOOT, *drawn)


def _scale(lines: Sequence[Line], labels: float, *, zero: bool) -> Scale:
    lows = [line.found.low for line in lines] + ([0.0] if zero else [])
    highs = [line.found.high for line in lines] + ([0.0] if zero else [])
    low, high = widened(min(lows), max(highs), 5)
    return Scale(low=low, high=high, start=labels, end=WIDTH - VALUE_WIDTH - 8)


def _grid(scale: Scale, bottom: float, write: Callable[[float], str]) -> list[str]:
    drawn = []
    for tick in scale.ticks(4):
        x = scale(tick)
        drawn += [
            element("line", x1=x, x2=x, y1=TOP, y2=bottom, class_="grid"),
            text(write(tick), x, bottom + 16, class_="tick", text_anchor="middle"),
        ]
    return drawn


def _zero(scale: Scale, bottom: float) -> str:
    return element("line", x1=scale(0.0), x2=scale(0.0), y1=TOP, y2=bottom, class_="zero")


def _line(line: Line, y: float, scale: Scale, labels: float, write: Callable[[float], str]) -> str:
    found = line.found
    low, high = scale(found.low), scale(found.high)
    return titled(
        f"{line.label}: {write(found.value)} ({write(found.low)} to {write(found.high)})",
        text(shortened(line.label, labels - 12), 0, y + 4, class_="label"),
        element(
            "rect", x=low, y=y - 3.5, width=max(1.0, high - low), height=7, rx=3.5, class_="range"
        ),
        element("circle", cx=scale(found.value), cy=y, r=4.5, class_="dot"),
        text(write(found.value), WIDTH, y + 4, class_="value", text_anchor="end"),
        class_=line.style,
    )

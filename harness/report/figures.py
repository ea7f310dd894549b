"""The plots of a report's page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from harness.report.comparison import Comparison
from harness.report.formats import (
    amount,
    amount_tick,
    percent,
    percent_tick,
    points,
    points_tick,
    short,
    unit_name,
)
from harness.report.learning import learning_curves
from harness.report.summary import Row, Summary
from harness.report.svg.bars import Bar, Piece, bar_plot
from harness.report.svg.curves import Level, curve_plot
from harness.report.svg.intervals import Line, interval_plot

CURVE_UNITS = ("env_steps", "flops")
CURVE_SCORES = {
    "train_success": "Success in training batches",
    "train_return": "Mean return in training batches",
    "eval_success": "Success in interim evaluations",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A plot and its heading.

    Attributes:
        heading: what it shows.
        svg: the drawing.
    """

    heading: str
    svg: str


def styles(summary: Summary) -> dict[tuple[str, str], str]:
    """Give each row of the report, by role and name, the CSS class that colours it."""
    found = {(row.role, row.name): "quiet" for row in summary.rows}
    return found | {
        (row.role, row.name): f"s{index % 8}" for index, row in enumerate(summary.algorithms)
    }


def interval_figures(summary: Summary) -> list[Figure]:
    """Draw success, mean return where it says more, IQM and gain with their intervals."""
    colours = styles(summary)
    wanted: list[IntervalPlot] = [
        (
            "Mean success",
            "% of tasks won",
            percent,
            percent_tick,
            False,
            _lines(summary.rows, colours),
        ),
        *_return_plot(summary, colours),
        (
            "IQM over seed × task type",
            "% of tasks won",
            percent,
            percent_tick,
            False,
            [
                Line(label=row.name, style=colours[row.role, row.name], found=row.iqm)
                for row in summary.rows
                if row.iqm is not None
            ],
        ),
        (
            "Gain on the starting policy, paired",
            "points",
            points,
            points_tick,
            True,
            [
                Line(label=row.name, style=colours[row.role, row.name], found=row.gain)
                for row in summary.rows
                if row.gain is not None
            ],
        ),
    ]
    return [
        Figure(
            heading=heading,
            svg=interval_plot(
                lines, title=heading, axis=axis, write=write, write_tick=tick, zero=zero
            ),
        )
        for heading, axis, write, tick, zero, lines in wanted
    ]


IntervalPlot = tuple[str, str, Callable[[float], str], Callable[[float], str], bool, list[Line]]


def _return_plot(summary: Summary, colours: Mapping[tuple[str, str], str]) -> list[IntervalPlot]:
    lines = [
        Line(label=row.name, style=colours[row.role, row.name], found=row.mean_return)
        for row in summary.rows
        if row.mean_return is not None
    ]
    if not lines:
        return []
    return [("Mean return", "return of an episode", amount, amount_tick, False, lines)]


def curve_figures(comparison: Comparison, summary: Summary) -> list[Figure]:
    """Draw the learning curves that there is data for."""
    found = []
    for score, heading in CURVE_SCORES.items():
        levels = [Level(label="start", value=summary.start.success.value)]
        if score == "train_return" and not comparison.tells_returns:
            continue
        for unit in CURVE_UNITS:
            curves = learning_curves(comparison, unit, score)
            if not curves:
                continue
            title = f"{heading} against {unit_name(unit)}"
            svg = curve_plot(
                curves,
                levels if score == "eval_success" else [],
                title=title,
                axis=unit_name(unit),
                write_x=short,
                write_y=amount_tick if score == "train_return" else percent_tick,
            )
            found.append(Figure(heading=title, svg=svg))
    return found


def budget_figures(comparison: Comparison, summary: Summary) -> list[Figure]:
    """Draw for each cap how its use divides among purposes."""
    colours = purpose_styles(comparison, summary)
    found = []
    for unit, cap in comparison.caps.items():
        heading = f"{unit_name(unit)}: cap {short(cap)}"
        bars = [_bar(row.name, unit, cap, summary, colours) for row in summary.algorithms]
        svg = bar_plot(bars, title=heading, axis="% of the cap")
        found.append(Figure(heading=heading, svg=svg))
    return found


def purpose_styles(comparison: Comparison, summary: Summary) -> dict[str, str]:
    """Give each purpose within the caps the CSS class that colours it."""
    purposes = {purpose for use in summary.use.values() for purpose in use.by_purpose}
    counted = sorted(purposes.difference(comparison.apart))
    return {purpose: f"p{index % 7}" for index, purpose in enumerate(counted)}


def _lines(rows: tuple[Row, ...], colours: Mapping[tuple[str, str], str]) -> list[Line]:
    return [
        Line(label=row.name, style=colours[row.role, row.name], found=row.success) for row in rows
    ]


def _bar(name: str, unit: str, cap: float, summary: Summary, colours: Mapping[str, str]) -> Bar:
    use = summary.use[name]
    pieces = [
        Piece(label=f"{purpose}: {short(amount)}", style=style, share=amount / cap)
        for purpose, style in colours.items()
        if (amount := use.by_purpose.get(purpose, {}).get(unit, 0)) > 0
    ]
    return Bar(label=name, pieces=pieces, total=f"{percent(use.spent.get(unit, 0) / cap)} %")

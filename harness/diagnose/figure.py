"""Draw a diagnosis: what each estimator is worth, and the groups behind it."""

import math
from collections.abc import Sequence

from harness.diagnose.diagnosis import Diagnosis, EstimatorFacts, Found
from harness.group_levels import BIN_NAMES, Level
from harness.report.svg.bars import Bar, Piece, bar_plot
from harness.report.svg.intervals import Line, interval_plot
from harness.report.svg.sheet import sheet
from leaderboards.statistics import Estimate

FLOOR = 1e-2
"""Relative errors below this are drawn at it: the scale is a logarithm's."""

ERRORS = {
    "action_bias": "Action bias: error that prefers other actions",
    "offset": "Offset: error that depends on the history alone",
    "variance": "Variance: error that another batch changes",
}


def figure(diagnosis: Diagnosis) -> str:
    """Return the plots as one SVG file; equal diagnoses give equal text."""
    rows = diagnosis.distinct()
    drawings = [_correlations(rows)]
    drawings += [_errors(rows, name, heading) for name, heading in ERRORS.items()]
    drawings.append(_groups(diagnosis.levels))
    known = [drawing for drawing in drawings if drawing is not None]
    return sheet("Bias and variance of advantage estimators", known)


def _correlations(rows: Sequence[EstimatorFacts]) -> tuple[str, str] | None:
    heading = "Correlation of estimate and true advantage"
    lines = [
        Line(label=row.label, style=f"s{number % 8}", found=found)
        for number, row in enumerate(rows)
        if (found := _estimate(row.correlation)) is not None
    ]
    if not lines:
        return None
    svg = interval_plot(
        lines,
        title=heading,
        axis="cosine; 1 is the true advantage",
        write=lambda value: f"{value:.2f}",
        write_tick=lambda value: f"{value:g}",
        zero=True,
    )
    return heading, svg


def _errors(rows: Sequence[EstimatorFacts], name: str, heading: str) -> tuple[str, str] | None:
    lines = [
        Line(label=row.label, style=f"s{number % 8}", found=_logarithm(found))
        for number, row in enumerate(rows)
        if (found := _estimate(getattr(row, name))) is not None
    ]
    if not lines:
        return None
    svg = interval_plot(
        lines,
        title=heading,
        axis="in mean squares of the true advantage, log scale",
        write=_power,
        write_tick=_power,
        zero=False,
    )
    return heading, svg


def _groups(levels: Sequence[Level]) -> tuple[str, str]:
    heading = "Group sizes by history (right: steps in a group with contrast)"
    bars = []
    for level in levels:
        names = ("no group", *(f"group of {name}" for name in BIN_NAMES))
        shares = (level.none, *level.sizes)
        pieces = [
            Piece(label=f"{name}: {share:.1%}", style=f"p{max(number - 1, 0)}", share=share)
            for number, (name, share) in enumerate(zip(names, shares, strict=True))
            if number > 0 and share > 0.0
        ]
        label = f"{level.history} before"
        bars.append(Bar(label=label, pieces=pieces, total=f"{100 * level.contrast:.0f} %"))
    return heading, bar_plot(bars, title=heading, axis="% of steps; darker is larger: 1 to 33+")


def _estimate(found: Found) -> Estimate | None:
    if found.value is None:
        return None
    low = found.value if found.low is None else found.low
    high = found.value if found.high is None else found.high
    low, high = min(low, found.value), max(high, found.value)
    return Estimate(value=found.value, low=low, high=high, confidence=0.95)


def _logarithm(found: Estimate) -> Estimate:
    value, low, high = (
        math.log10(max(number, FLOOR)) for number in (found.value, found.low, found.high)
    )
    return Estimate(value=value, low=low, high=high, confidence=found.confidence)


def _power(exponent: float) -> str:
    number = 10.0**exponent
    if number <= FLOOR * 1.001:
        return f"≤{FLOOR:g}"
    return f"{number:.2g}" if number < 99.5 else f"{number:.0f}"

"""How success against each unit of the budget is drawn and written."""

from dataclasses import dataclass

from harness.report.budget_curves import Reached
from harness.report.budget_units import UnitCurves, evaluation_curves, training_curves
from harness.report.comparison import Comparison
from harness.report.figures import Figure
from harness.report.formats import percent, percent_tick, short, unit_name
from harness.report.svg.curves import Curve, curve_plot

EVALUATED = "Success in evaluations"
TRAINED = "Success in training batches"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPart:
    """What the page shows of one unit.

    Attributes:
        name: the unit, as it is written.
        capped: whether it has a cap.
        limit: the cap, or the most that any cell spent.
        figure: success in evaluations; without interim ones, in training batches.
        curves: areas and times to targets; None without interim evaluations.
    """

    name: str
    capped: bool
    limit: float
    figure: Figure
    curves: UnitCurves | None


def unit_parts(comparison: Comparison) -> list[UnitPart]:
    """Give a part for each unit whose amounts were kept along the trainings."""
    evaluated = {found.unit: found for found in evaluation_curves(comparison)}
    trained = {found.unit: found for found in training_curves(comparison)}
    parts = []
    for unit in dict.fromkeys([*evaluated, *trained]):
        heading, curves = (
            (EVALUATED, evaluated[unit]) if unit in evaluated else (TRAINED, trained[unit])
        )
        parts.append(
            UnitPart(
                name=unit_name(unit),
                capped=curves.capped,
                limit=curves.limit,
                figure=_figure(heading, curves),
                curves=evaluated.get(unit),
            )
        )
    return parts


def time_text(found: Reached) -> str:
    """Write when a target was reached and by how many seeds: `1.2k (2 of 3)`."""
    count = f"({found.reached} of {found.seeds})"
    if found.median is not None:
        return f"{short(found.median)} {count}"
    return f"not reached {count}"


def _figure(heading: str, found: UnitCurves) -> Figure:
    title = f"{heading} against {unit_name(found.unit)}"
    curves = [
        Curve(
            label=curve.algorithm,
            style=f"s{index % 8}",
            xs=list(found.grid),
            mean=list(curve.mean),
            low=list(curve.low),
            high=list(curve.high),
            seeds=[list(seed) for seed in curve.seeds] if len(curve.seeds) > 1 else [],
        )
        for index, curve in enumerate(found.curves)
    ]
    svg = curve_plot(
        curves,
        [],
        title=title,
        axis=f"{unit_name(found.unit)}, to {'the cap' if found.capped else 'the most spent'}",
        write_x=short,
        write_y=percent_tick,
    )
    return Figure(heading=title, svg=svg)


def target_text(target: float) -> str:
    """Write a target: `50.0 %`."""
    return f"{percent(target)} %"

"""The table that a comparison prints."""

from rich.table import Table
from rich.text import Text

from harness.report.budget_units import UnitCurves, evaluation_curves
from harness.report.certainty import pair_tests
from harness.report.comparison import Comparison
from harness.report.formats import (
    amount,
    amount_range,
    percent,
    percent_range,
    points,
    points_range,
    probability,
    short,
    unit_name,
)
from harness.report.questions import five_answers
from harness.report.summary import Row, Summary, summarise
from harness.report.unit_figures import target_text, time_text
from harness.report.verdict import missing_sentence
from leaderboards.statistics import Estimate


def table(comparison: Comparison) -> Table:
    """Lay out scores, budgets and the probabilities of improvement for a terminal.

    Args:
        comparison: what was compared.
    """
    summary = summarise(comparison)
    whole = Table.grid(padding=(0, 0, 1, 0))
    whole.add_column()
    for fault in comparison.faults:
        whole.add_row(Text(f"NOT COMPARABLE: {fault}", style="bold red"))
    if comparison.missing:
        whole.add_row(Text(f"A PART: {missing_sentence(comparison)}", style="bold yellow"))
    whole.add_row(_scores(comparison, summary))
    whole.add_row(_budget(comparison, summary))
    for found in evaluation_curves(comparison):
        whole.add_row(_unit_curves(found))
    if len(comparison.algorithms) > 1:
        whole.add_row(_improvement(summary))
    whole.add_row(_answers(comparison, summary))
    return whole


def _answers(comparison: Comparison, summary: Summary) -> Table:
    found = Table.grid(padding=(0, 2, 0, 0))
    found.add_column(no_wrap=True)
    found.add_column()
    for question, answer in five_answers(comparison, summary, pair_tests(comparison)):
        found.add_row(Text(question, style="bold"), Text(answer))
    return found


def _scores(comparison: Comparison, summary: Summary) -> Table:
    panel = comparison.eval
    found = Table(
        title=Text(
            f"{comparison.env}: success in % on {panel.n} tasks of {panel.split}, "
            f"{len(comparison.seeds)} seeds; 95 % intervals below"
        )
    )
    found.add_column("policy")
    returns = ["mean return"] if comparison.tells_returns else []
    for name in ("success", *returns, "IQM (seed × type)", "gain on start"):
        found.add_column(name, justify="right")
    for row in summary.rows:
        found.add_row(
            Text(row.name, style="" if row.role == "algorithm" else "dim"),
            _share(row.success),
            *([_return(row.mean_return)] if row.mean_return else []),
            _share(row.iqm) if row.iqm else Text(""),
            _gain(row),
            end_section=row is summary.algorithms[-1],
        )
    return found


def _budget(comparison: Comparison, summary: Summary) -> Table:
    found = Table(title="mean budget spent a cell, and its share of the cap")
    found.add_column("algorithm")
    units = [*comparison.caps, *_uncapped(comparison, summary)]
    for unit in units:
        found.add_column(unit_name(unit), justify="right")
    for row in summary.algorithms:
        spent = summary.use[row.name].spent
        cells = [_spent(spent.get(unit, 0), comparison.caps.get(unit)) for unit in units]
        found.add_row(Text(row.name), *cells)
    return found


def _unit_curves(curves: UnitCurves) -> Table:
    where = f"the cap of {short(curves.limit)}" if curves.capped else short(curves.limit)
    found = Table(
        title=f"{unit_name(curves.unit)}: area under success to {where}, spent to reach a success"
    )
    found.add_column("algorithm")
    found.add_column("area", justify="right")
    for time in curves.curves[0].times:
        found.add_column(target_text(time.target), justify="right")
    for curve in curves.curves:
        times = [Text(time_text(time)) for time in curve.times]
        found.add_row(Text(curve.algorithm), _share(curve.area), *times)
    return found


def _improvement(summary: Summary) -> Table:
    found = Table(title="probability that a run of the row beats a run of the column")
    found.add_column("")
    names = [row.name for row in summary.algorithms]
    for name in names:
        found.add_column(Text(name), justify="right")
    for name in names:
        others = summary.improvement[name]
        found.add_row(
            Text(name),
            *(_chance(others[other]) if other != name else Text("") for other in names),
        )
    return found


def _uncapped(comparison: Comparison, summary: Summary) -> list[str]:
    units = {unit for use in summary.use.values() for unit in use.spent}
    return sorted(units.difference(comparison.caps))


def _share(found: Estimate) -> Text:
    return _two_lines(percent(found.value), percent_range(found))


def _return(found: Estimate) -> Text:
    return _two_lines(amount(found.value), amount_range(found))


def _gain(row: Row) -> Text:
    if row.gain is None:
        return Text("")
    return _two_lines(points(row.gain.value), points_range(row.gain))


def _chance(found: Estimate) -> Text:
    return _two_lines(
        probability(found.value), f"{probability(found.low)} to {probability(found.high)}"
    )


def _spent(amount: float, cap: float | None) -> Text:
    return _two_lines(short(amount), "" if cap is None else f"{100 * amount / cap:.1f} %")


def _two_lines(above: str, below: str) -> Text:
    return Text.assemble((above, "bold"), "\n", (below, "dim"))

"""The tables that a diagnosis prints."""

from rich.table import Table
from rich.text import Text

from harness.diagnose.diagnosis import Diagnosis, EstimatorFacts, Found
from harness.group_levels import BIN_NAMES
from harness.report.formats import listed

COLUMNS = (
    "correlation",
    "batches",
    "action bias",
    "offset",
    "variance",
    "slope",
    "sign",
    "non-zero",
)


def table(diagnosis: Diagnosis) -> Table:
    """Lay out estimators and groups for a terminal."""
    whole = Table.grid(padding=(0, 0, 1, 0))
    whole.add_column()
    whole.add_row(_estimators(diagnosis))
    whole.add_row(_levels(diagnosis))
    for sentence in sentences(diagnosis):
        whole.add_row(Text(sentence))
    return whole


def sentences(diagnosis: Diagnosis) -> list[str]:
    """Say what was measured, and what can't be told from it."""
    square = diagnosis.mean_square
    said = [
        f"{len(diagnosis.probes)} decisions measured in {diagnosis.env_steps:,} environment steps; "
        f"{diagnosis.clear} true advantages are at least 2 standard errors from 0; their root mean "
        f"square is {_root(square)}."
    ]
    floor = diagnosis.floor
    if floor.value is not None:
        said.append(
            f"A return less the exact baseline V would have no bias, a variance of "
            f"{_number(floor.value)} ({_range(floor)}), a correlation of "
            f"{(1.0 + floor.value) ** -0.5:.2f}."
        )
    if square.low is None or square.low <= 0.0:
        said.append(
            "The true advantages can hardly be told from 0, so the errors relative to them say "
            "little. Raise diagnosis.branches or diagnosis.probes, or take another policy."
        )
    twins: dict[str, list[str]] = {}
    for row in diagnosis.estimators:
        if row.same_as is not None:
            twins.setdefault(row.same_as, []).append(row.label)
    said += [
        f"As {label} estimate {listed(others)}; what they differ in is the loss, the samples or "
        "options that this play does not bring out."
        for label, others in twins.items()
    ]
    said += [f"{label} was left out: {reason}" for label, reason in diagnosis.skipped.items()]
    return said


def _estimators(diagnosis: Diagnosis) -> Table:
    discount = diagnosis.settings["discount"]
    found = Table(
        title=Text(
            f"{diagnosis.panel.split}, agent {diagnosis.agent}: estimates against true advantages "
            f"(discount {discount}); errors in mean squares of the advantage; 95 % intervals below"
        )
    )
    found.add_column("estimator", no_wrap=True)
    for name in COLUMNS:
        found.add_column(name, justify="right")
    for row in diagnosis.distinct():
        found.add_row(Text(row.label), *_cells(row))
    return found


def _cells(row: EstimatorFacts) -> list[Text]:
    measured = (row.correlation, row.batch, row.action_bias, row.offset, row.variance)
    sign = "" if row.sign_agreement is None else f"{row.sign_agreement:.0%}"
    return [
        *(_two_lines(_number(one.value), _range(one)) for one in measured),
        Text(_number(row.slope.value)),
        Text(sign),
        Text(f"{row.nonzero:.0%}"),
    ]


def _levels(diagnosis: Diagnosis) -> Table:
    found = Table(title="steps by the size of their group, in %")
    found.add_column("states before", justify="right")
    for name in ("none", *BIN_NAMES, "mean size", "with contrast"):
        found.add_column(name, justify="right")
    for level in diagnosis.levels:
        found.add_row(
            str(level.history),
            *(f"{100 * share:.1f}" for share in (level.none, *level.sizes)),
            f"{level.mean_size:.1f}",
            f"{100 * level.contrast:.1f}",
        )
    return found


def _root(found: Found) -> str:
    if found.value is None or found.value <= 0.0:
        return "not above the noise"
    return f"{found.value**0.5:.3f}"


def _number(value: float | None) -> str:
    if value is None:
        return "?"
    if abs(value) < 0.995:
        return f"{value:.2f}".replace("-0.00", "0.00")
    return f"{value:.1f}" if abs(value) < 9.95 else f"{value:,.0f}"


def _range(found: Found) -> str:
    if found.low is None or found.high is None:
        return ""
    return f"{_number(found.low)} to {_number(found.high)}"


def _two_lines(above: str, below: str) -> Text:
    return Text.assemble((above, "bold"), "\n", (below, "dim"))

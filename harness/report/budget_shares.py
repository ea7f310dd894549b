"""What each algorithm used the budget for, as shares of the caps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.report.comparison import Cell, Comparison
from harness.report.formats import unit_name

PURPOSES = {
    "evaluation": "evaluation at start and end",
    "interim_evaluation": "interim evaluation",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What an algorithm's cells used for one purpose, on average.

    Attributes:
        algorithm: its name.
        purpose: as it is written.
        apart: whether it counts against no cap.
        amounts: capped unit -> mean amount.
        shares: capped unit -> mean amount as a share of the cap.
    """

    algorithm: str
    purpose: str
    apart: bool
    amounts: Mapping[str, float]
    shares: Mapping[str, float]


def budget_shares(comparison: Comparison) -> list[Share]:
    """Give algorithm by algorithm its purposes, those apart from the caps last."""
    found = []
    for name in comparison.algorithms:
        cells = comparison.cells_of(name)
        purposes = {purpose for cell in cells for purpose in cell.by_purpose}
        for purpose in sorted(purposes, key=lambda each: (each in comparison.apart, each)):
            found.append(_share(comparison, name, cells, purpose))
    return found


def purpose_name(purpose: str, apart: Sequence[str]) -> str:
    """Write a purpose: `evaluation` is told from interim evaluations where these are counted."""
    if "interim_evaluation" in apart and purpose in PURPOSES:
        return PURPOSES[purpose]
    return unit_name(purpose)


def _share(comparison: Comparison, name: str, cells: Sequence[Cell], purpose: str) -> Share:
    amounts = {
        unit: sum(cell.by_purpose.get(purpose, {}).get(unit, 0.0) for cell in cells) / len(cells)
        for unit in comparison.caps
    }
    return Share(
        algorithm=name,
        purpose=purpose_name(purpose, comparison.apart),
        apart=purpose in comparison.apart,
        amounts=amounts,
        shares={unit: amounts[unit] / cap if cap else 0.0 for unit, cap in comparison.caps.items()},
    )

"""Success against every unit of the budget: curves, areas and times to targets."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from harness.report.budget_curves import Numbers, Reached, area, first_reaching, heights, reached
from harness.report.comparison import Cell, Comparison
from leaderboards.statistics import Estimate, crossed_bootstrap, pointwise_band

GRID = 61
RESAMPLES = 2_000
CONFIDENCE = 0.95
SEED = 20260217
DIGITS = 6
LEVELS = (0.25, 0.5, 0.75)

Measured = tuple[list[float], list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCurve:
    """One algorithm against one unit.

    Attributes:
        algorithm: its name.
        seeds: heights on the grid, seed by seed.
        mean: over seeds.
        low: the lower ends of the pointwise intervals.
        high: the upper ends.
        area: mean height from nothing spent to the limit, with an interval over seeds.
        times: when it reached each target.
    """

    algorithm: str
    seeds: tuple[tuple[float, ...], ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    area: Estimate
    times: tuple[Reached, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCurves:
    """All algorithms against one unit, on one grid.

    Attributes:
        unit: the unit.
        capped: whether the limit is its cap.
        limit: the cap, or the most that any cell spent.
        grid: amounts from 0 to the limit.
        curves: one for each algorithm, in the order of the comparison.
    """

    unit: str
    capped: bool
    limit: float
    grid: tuple[float, ...]
    curves: tuple[UnitCurve, ...]


def has_interim(comparison: Comparison) -> bool:
    """Say whether any training was evaluated between its start and its end."""
    return any(point.eval_success is not None for cell in comparison.cells for point in cell.curve)


def targets_of(comparison: Comparison) -> tuple[float, ...]:
    """Give half of the way from the mean start to the best final mean, and the levels in reach.

    The levels are 0.25, 0.5 and 0.75; in reach are those above the start and up to the best.
    """
    start = float(np.mean([np.mean(each.success) for each in comparison.starts]))
    best = max(
        float(np.mean([np.mean(cell.success) for cell in comparison.cells_of(name)]))
        for name in comparison.algorithms
    )
    half = round((start + best) / 2, DIGITS)
    return tuple(sorted({half, *(level for level in LEVELS if start < level <= best)}))


def evaluation_curves(
    comparison: Comparison, targets: Sequence[float] | None = None
) -> tuple[UnitCurves, ...]:
    """Give the curves of evaluations: of the start, the interim ones, the final one.

    Args:
        comparison: what was compared.
        targets: success to be reached; by default those of `targets_of`.

    Returns:
        Capped units first, then the others by name; nothing without interim evaluations.
    """
    if not has_interim(comparison):
        return ()
    wanted = targets_of(comparison) if targets is None else tuple(targets)
    starts = {each.seed: float(np.mean(each.success)) for each in comparison.starts}
    found = []
    for unit in _units(comparison):
        measured = {
            name: [_evaluated(cell, unit, starts[cell.seed]) for cell in comparison.cells_of(name)]
            for name in comparison.algorithms
        }
        found.append(_unit(comparison, unit, measured, wanted))
    return tuple(found)


def curves_json(comparison: Comparison) -> list[dict[str, object]]:
    """Give the curves of evaluations as JSON, without the single seeds' heights."""
    return [
        {
            "unit": found.unit,
            "capped": found.capped,
            "limit": found.limit,
            "grid": list(found.grid),
            "curves": [
                {
                    "algorithm": curve.algorithm,
                    "mean": list(curve.mean),
                    "low": list(curve.low),
                    "high": list(curve.high),
                    "area": asdict(curve.area),
                    "times": [asdict(time) for time in curve.times],
                }
                for curve in found.curves
            ],
        }
        for found in evaluation_curves(comparison)
    ]


def training_curves(comparison: Comparison) -> tuple[UnitCurves, ...]:
    """Give the curves of the success in training batches, without targets.

    Returns:
        As `evaluation_curves`; nothing unless every cell has a batch with episodes.
    """
    found = []
    for unit in _units(comparison):
        measured = {
            name: [_trained(cell, unit) for cell in comparison.cells_of(name)]
            for name in comparison.algorithms
        }
        if all(xs for seeds in measured.values() for xs, _ in seeds):
            found.append(_unit(comparison, unit, measured, ()))
    return tuple(found)


def _units(comparison: Comparison) -> list[str]:
    """Return the units that were spent and whose amounts were kept batch by batch."""
    spent = {unit for cell in comparison.cells for unit, amount in cell.spent.items() if amount > 0}
    kept = {
        unit
        for unit in spent
        if all(p.amount(unit) is not None for cell in comparison.cells for p in cell.curve)
    }
    capped = [unit for unit in comparison.caps if unit in kept]
    return [*capped, *sorted(kept.difference(capped))]


def _evaluated(cell: Cell, unit: str, start: float) -> Measured:
    first = cell.by_purpose.get("warm_start", {}).get(unit, 0.0)
    interim = [
        (point.amount(unit) or 0.0, point.eval_success)
        for point in cell.curve
        if point.eval_success is not None
    ]
    last = (cell.spent.get(unit, 0.0), float(np.mean(cell.success)))
    return _rising([(first, start), *interim, last])


def _trained(cell: Cell, unit: str) -> Measured:
    points = [
        (point.amount(unit) or 0.0, point.train_success)
        for point in cell.curve
        if point.train_success is not None
    ]
    return _rising(points)


def _rising(points: Sequence[tuple[float, float]]) -> Measured:
    """Part amounts from heights; an amount below one before it, which no training has, stands."""
    amounts = np.maximum.accumulate(np.array([x for x, _ in points], dtype=np.float64))
    return amounts.tolist(), [y for _, y in points]


def _unit(
    comparison: Comparison,
    unit: str,
    measured: Mapping[str, Sequence[Measured]],
    targets: Sequence[float],
) -> UnitCurves:
    most = max(cell.spent.get(unit, 0.0) for cell in comparison.cells)
    limit = float(comparison.caps.get(unit, most))
    grid = np.linspace(0.0, limit, GRID)
    return UnitCurves(
        unit=unit,
        capped=unit in comparison.caps,
        limit=limit,
        grid=_rounded(grid),
        curves=tuple(_curve(name, seeds, grid, targets) for name, seeds in measured.items()),
    )


def _curve(
    name: str, seeds: Sequence[Measured], grid: Numbers, targets: Sequence[float]
) -> UnitCurve:
    values = np.stack([heights(xs, ys, grid) for xs, ys in seeds])
    low, high = pointwise_band(values, np.random.default_rng(SEED), RESAMPLES, CONFIDENCE)
    areas = [[area(xs, ys, float(grid[-1]))] for xs, ys in seeds]
    found = crossed_bootstrap(areas, np.random.default_rng(SEED), RESAMPLES, CONFIDENCE)
    return UnitCurve(
        algorithm=name,
        seeds=tuple(_rounded(row) for row in values),
        mean=_rounded(values.mean(axis=0)),
        low=_rounded(low),
        high=_rounded(high),
        area=Estimate(
            value=round(found.value, DIGITS),
            low=round(found.low, DIGITS),
            high=round(found.high, DIGITS),
            confidence=CONFIDENCE,
        ),
        times=tuple(
            reached([first_reaching(xs, ys, target) for xs, ys in seeds], target)
            for target in targets
        ),
    )


def _rounded(values: Numbers) -> tuple[float, ...]:
    return tuple(round(float(value), DIGITS) for value in values)

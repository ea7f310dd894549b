"""Bring the seeds of each algorithm onto one axis, to be drawn."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from harness.report.comparison import Cell, Comparison, CurvePoint
from harness.report.svg.curves import Curve

GRID = 60
SMOOTHING = 5


def learning_curves(comparison: Comparison, unit: str, score: str) -> list[Curve]:
    """Give a curve for each algorithm that has at least two points in every seed.

    Args:
        comparison: what was compared.
        unit: the horizontal axis: `env_steps`, `flops` or `gradient_steps`.
        score: `train_success` or `train_return`, averaged over up to five batches; or
            `eval_success`, as it is.

    Returns:
        Curves over the range that all seeds of the algorithm cover.
    """
    found = [
        _curve(comparison.cells_of(name), unit, score, name, f"s{index % 8}")
        for index, name in enumerate(comparison.algorithms)
    ]
    return [curve for curve in found if curve is not None]


def smoothed(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Average each value with its neighbours; near an end with those that there are.

    Args:
        values: [N].
        width: how many are averaged, an odd number.
    """
    reach = width // 2
    sums = np.concatenate([[0.0], np.cumsum(values)])
    at = np.arange(len(values))
    first, last = np.maximum(at - reach, 0), np.minimum(at + reach + 1, len(values))
    return np.asarray((sums[last] - sums[first]) / (last - first))


def _curve(cells: Sequence[Cell], unit: str, score: str, label: str, style: str) -> Curve | None:
    seeds = [_seed(cell.curve, unit, score) for cell in cells]
    if min(len(xs) for xs, _ in seeds) < 2:
        return None
    first, last = max(xs[0] for xs, _ in seeds), min(xs[-1] for xs, _ in seeds)
    if first >= last:
        return None
    grid = np.linspace(first, last, GRID)
    values = np.stack([np.interp(grid, xs, ys) for xs, ys in seeds])
    return Curve(
        label=label,
        style=style,
        xs=grid.tolist(),
        mean=values.mean(axis=0).tolist(),
        low=values.min(axis=0).tolist(),
        high=values.max(axis=0).tolist(),
        seeds=values.tolist() if len(values) > 1 else [],
    )


def _seed(
    curve: Sequence[CurvePoint], unit: str, score: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    points = [(getattr(p, unit), getattr(p, score)) for p in curve if getattr(p, score) is not None]
    xs = np.array([x for x, _ in points], dtype=np.float64)
    ys = np.array([y for _, y in points], dtype=np.float64)
    return xs, smoothed(ys, SMOOTHING) if score.startswith("train_") else ys

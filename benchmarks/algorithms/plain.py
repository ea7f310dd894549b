"""HGPO with its defaults in plain loops: what the definition says, cluster by cluster.

For comparison only. Arithmetic is in floats; the tests compare with exact fractions.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean, pstdev

Columns = Mapping[str, Sequence[int]]
EPSILON = 1e-6


def hgpo(columns: Columns, *, history: int = 4, discount: float = 0.95) -> list[float]:
    """Return one advantage a step.

    Args:
        columns: group, trajectory (unique over the batch), step, reward and anchor, N each.
        history: K.
        discount: γ.
    """
    rows_of = _trajectories(columns)
    returns = _returns(columns, rows_of, discount)
    levels = [_level(columns, rows_of, returns, k) for k in range(history + 1)]
    advantages = []
    for row in range(len(returns)):
        items = [(k + 1.0, level[row]) for k, level in enumerate(levels) if level[row] != 0.0]
        total = sum(weight for weight, _ in items)
        advantages.append(sum(weight * a for weight, a in items) / total if items else 0.0)
    return advantages


def _trajectories(columns: Columns) -> dict[int, list[int]]:
    rows_of = defaultdict(list)
    for row, trajectory in enumerate(columns["trajectory"]):
        rows_of[trajectory].append(row)
    return {
        trajectory: sorted(rows, key=lambda row: columns["step"][row])
        for trajectory, rows in rows_of.items()
    }


def _returns(columns: Columns, rows_of: Mapping[int, list[int]], discount: float) -> list[float]:
    returns = [0.0] * len(columns["step"])
    for rows in rows_of.values():
        running = 0.0
        for row in reversed(rows):
            running = columns["reward"][row] + discount * running
            returns[row] = running
    return returns


def _level(
    columns: Columns, rows_of: Mapping[int, list[int]], returns: Sequence[float], k: int
) -> list[float]:
    clusters: dict[Hashable, list[int]] = defaultdict(list)
    for rows in rows_of.values():
        for t in range(k, len(rows)):
            context = tuple(columns["anchor"][row] for row in rows[t - k : t + 1])
            clusters[columns["group"][rows[t]], context].append(rows[t])
    level = [0.0] * len(returns)
    for members in clusters.values():
        inside = [returns[row] for row in members]
        if max(inside) - min(inside) > 1e-12:
            mean, deviation = fmean(inside), pstdev(inside)
            for row in members:
                level[row] = (returns[row] - mean) / (deviation + EPSILON)
    return level

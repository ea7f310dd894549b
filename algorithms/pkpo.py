"""PKPO: a trajectory counts by how much it raises the best of k.

Source: Walder and Karkhanis 2025, Pass@K Policy Optimization: Solving Harder Reinforcement Learning
Problems (arXiv 2505.15201 v1), Eq. 33 and Listing 1 (``sloo_minus_one``).

Symbols: n trajectories of a task group, g their returns, g₍₁₎ ≤ … ≤ g₍ₙ₎ the same in order, k
size of a set I, s_i weight of trajectory i, N steps.

Departures: the paper's gradient is the sum of s_i ∇ log π over a group, our loss a mean over
samples; so the advantage is n s_i. A trajectory's every step gets its advantage. In a group of
fewer than k, sets are of the whole group; one trajectory alone has advantage 0. The weights are
never negative: the baseline of a set is its best without i. k is 2 or more, since without another
in the set there is no such baseline.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, Ints, segment_count
from algorithms.hyperparameters import require_count
from algorithms.normalise import RELATIVE_ZERO
from algorithms.pass_at_k import share_of_sets
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class PKPO(ClippedSurrogate):
    """Pass@K Policy Optimization with the leave-one-out baseline of k − 1."""

    k: int = 4
    """How many trajectories are drawn, of which the best counts."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the ranges."""
        ClippedSurrogate.__post_init__(self)
        require_count("k", self.k, low=2)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute n s_i, s_i = 1/C(n, k) Σ_{I∋i} (max g(I) − max g(I∖i)), Eq. 33 [N]."""
        g = episode_return(batch)
        advantage = best_of_k_gain(g, batch.group_of_trajectory(), self.k)
        return advantage[batch.trajectory]


def best_of_k_gain(g: Floats, by: Ints, k: int) -> Floats:
    """Compute n s_i for each trajectory among those of its group.

    Only sets of which i is the best count, by g_i less the second best. Summed over what the second
    best may be, s_i is 1/C(n, k) Σ_{m<r} (g₍m+1₎ − g₍m₎) C(m, k − 1), where r is the rank of i.

    Args:
        g: returns [E].
        by: dense group id of each [E].
        k: size of a set, 2 or more.

    Returns:
        n s_i, 0 in a group of equal returns [E].
    """
    order = np.lexsort((g, by))
    size = segment_count(by)
    first = np.cumsum(size) - size
    n = size[by[order]]
    below = np.arange(g.size) - first[by[order]]  # m, how many of the group rank below
    drawn = np.minimum(k, n)
    rise = np.diff(g[order], prepend=0.0)
    rise[rise <= RELATIVE_ZERO * np.abs(g[order])] = 0.0
    # C(m, k − 1) / C(n, k) = k/n · C(m, k − 1) / C(n − 1, k − 1)
    summed = np.cumsum(np.where(below > 0, rise * share_of_sets(below, n - 1, drawn - 1), 0.0))
    gain = np.zeros(g.size)
    gain[order] = drawn * (summed - summed[first][by[order]])
    return gain

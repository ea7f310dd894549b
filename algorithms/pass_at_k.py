"""Pass@k training: a trajectory is as good as the sets of k in which it would be drawn.

Source: Chen et al. 2025, Pass@k Training for Adaptively Balancing Exploration and Exploitation of
Large Reasoning Models (arXiv 2508.10751 v1), the analytic advantage (Eq. 14 and 15); the
``passk_adv`` module that the authors released.

Symbols: G trajectories of a task group, c of them passed, k size of a set, R̄ share of all sets of
k in which one passed at least, σ deviation of a set's reward, Â₊ and Â₋ advantages of
those that passed and of those that did not, N steps.

Departures: the paper's rewards are 0 and 1; here a trajectory passed if its return is above
``threshold``. A trajectory's every step gets its advantage. In a group of fewer than k, sets are of
the whole group. Where all sets have the same reward, σ is 0 and every advantage is 0.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, Ints, segment_count, segment_sum
from algorithms.hyperparameters import require_count, require_number
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class PassAtK(ClippedSurrogate):
    """Pass@k training with the analytic advantage."""

    k: int = 4
    """How many trajectories are drawn, of which one has to pass."""
    threshold: float = 0.0
    """A trajectory passed if its return is above it."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the ranges."""
        ClippedSurrogate.__post_init__(self)
        require_count("k", self.k, low=1)
        require_number("threshold", self.threshold, low=-inf)
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â₊ or Â₋ of each step's trajectory [N]."""
        passed = episode_return(batch) > self.threshold
        group = batch.group_of_trajectory()
        size = segment_count(group)
        failed = size - segment_sum(passed.astype(np.float64), group).astype(np.int64)
        k = np.minimum(self.k, size)

        none_passed = share_of_sets(failed, size, k)
        mean = 1.0 - none_passed  # R̄
        deviation = np.sqrt(mean * none_passed)  # σ
        others_failed = share_of_sets(failed - 1, size - 1, k - 1)
        gain = np.where(passed, none_passed[group], (none_passed - others_failed)[group])
        contrast = deviation[group] > 0.0
        advantage = np.zeros(passed.size)
        advantage[contrast] = gain[contrast] / (deviation[group][contrast] + self.epsilon)
        return advantage[batch.trajectory]  # Eq. 14 and 15


def share_of_sets(few: Ints, all_: Ints, k: Ints) -> Floats:
    """Compute the share of the sets of k that lie wholly within the few: C(few, k) / C(all, k).

    Args:
        few: how many of the whole are meant; below 0 counts as 0 [G].
        all_: size of the whole, no less than few and k [G].
        k: size of a set, 0 or more [G].

    Returns:
        Shares in [0, 1] [G]; of empty sets all lie within, however few there are.
    """
    share = np.ones(few.shape)
    for drawn in range(int(k.max(initial=0))):
        left = np.maximum(few - drawn, 0) / np.maximum(all_ - drawn, 1)
        share = np.where(drawn < k, share * left, share)
    return share

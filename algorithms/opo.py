"""OPO: a trajectory is compared with its group's mean, in which long trajectories weigh more.

Source: Hao et al. 2025, On-Policy RL with Optimal Reward Baseline (arXiv 2505.23585 v1), the
baseline of least variance where the squared length of a sample's gradient grows with its tokens;
``compute_opo_outcome_advantage`` of verl, by the authors.

Symbols: R return of a trajectory, l its length in tokens, G trajectories of a task group, b
baseline, N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage; its length is the
tokens of all its steps, or the number of its steps where the batch has no ``length`` (a policy that
chooses among listed actions samples once a step). A group whose returns are all equal, or that has
one member, has advantage 0, where verl's code gives the one member its return. The paper trains
strictly on policy, without reference penalty and entropy bonus: settings of the loss and the
trainer here.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, Ints, segment_mean, segment_sum
from algorithms.normalise import RELATIVE_ZERO
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class OPO(ClippedSurrogate):
    """On-policy learning with the optimal reward baseline."""

    history: ClassVar[int] = 0

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â = R − b, b = Σ_j l_j R_j / Σ_j l_j, the same at all steps [N]."""
        length = np.ones(len(batch)) if batch.length is None else batch.length.astype(np.float64)
        advantage = centre_by_weight(
            episode_return(batch),
            batch.group_of_trajectory(),
            segment_sum(length, batch.trajectory),
        )
        return advantage[batch.trajectory]


def centre_by_weight(x: Floats, by: Ints, weight: Floats) -> Floats:
    """Subtract each group's weighted mean; differences that are rounding become exactly 0.

    Args:
        x: one number a trajectory [E].
        by: dense group id of each [E].
        weight: 0 or more, of each [E]; a group whose weights are all 0 has advantage 0.

    Returns:
        x − Σ w x / Σ w [E].
    """
    scale = segment_mean(np.abs(x), by)[by]
    total = segment_sum(weight, by)
    low = np.full(total.size, np.inf)
    np.minimum.at(low, by, x)
    above = x - low[by]  # so that what is equal is summed as zeros
    mean = segment_sum(weight * above, by) / np.where(total > 0.0, total, 1.0)
    centred = np.where(total[by] > 0.0, above - mean[by], 0.0)
    return np.where(np.abs(centred) <= RELATIVE_ZERO * scale, 0.0, centred)

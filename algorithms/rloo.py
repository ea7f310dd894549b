"""RLOO: a trajectory is as good as its return is above the mean of the others'.

Source: Ahmadian et al. 2024, Back to Basics: Revisiting REINFORCE Style Optimization for Learning
from Human Feedback in LLMs (arXiv 2402.14740), its definition of the leave-one-out estimator, after
Kool et al. 2019, Buy 4 REINFORCE Samples, Get a Baseline for Free!

Symbols: R return of a trajectory, less β log π / π_ref of its actions; k trajectories of a task
group; Â advantage; N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage; alone in its group
it has advantage 0. The estimator is followed by a clipped ratio a token, because several gradient
steps are taken on one batch; at the first of them that is REINFORCE, which the paper uses.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, segment_count
from algorithms.normalise import normalise
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class RLOO(ClippedSurrogate):
    """REINFORCE with a leave-one-out baseline."""

    kl_estimator: str = "k1"
    """``k1``, ``k2`` or ``k3``."""
    kl_place: str = "reward"
    """``reward``, or ``loss``: where the divergence from the reference is taken off."""

    history: ClassVar[int] = 0

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = R_i − Σ_{j≠i} R_j / (k − 1), the same at all steps [N]."""
        group = batch.group_of_trajectory()
        centred = normalise(episode_return(batch), group, how="mean", ddof=0, epsilon=0.0)
        k = segment_count(group)[group]
        # R_i − Σ_{j≠i} R_j / (k − 1) = k / (k − 1) · (R_i − mean)
        return (centred * k / np.maximum(k - 1, 1))[batch.trajectory]

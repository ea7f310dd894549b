"""Lite PPO: centred within the group, scaled over the batch, averaged over tokens.

Source: Liu et al. 2025, Part I: Tricks or Traps? A Deep Dive into RL for LLM Reasoning
(arXiv 2508.08221 v1), the two techniques that the paper joins as Lite PPO: advantage normalisation
by the group's mean and the batch's deviation, and the token-level loss; "Lite" since there is no
critic.

Symbols: R return of a trajectory, G trajectories of a task group, B all trajectories of the batch,
N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage. The deviation is
that of the batch's returns about their own mean, as in the paper's equation, not of the centred
ones; of a sample, by choice of the population: the paper does not say which. A group whose returns
are all equal has advantage 0.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, episode_advantage
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class LitePPO(ClippedSurrogate):
    """PPO's loss without a critic, by group mean and batch deviation."""

    deviation: str = "sample"
    """``sample`` (divides by the number of trajectories less 1) or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â = (R − mean(R_1..R_G)) / std(R_1..R_B), the same at all steps [N]."""
        centred = episode_advantage(batch, how="mean", statistics="trajectories", ddof=0, epsilon=0)
        if not centred.any():
            return centred
        deviation = float(np.std(episode_return(batch), ddof=DEVIATIONS[self.deviation]))
        return centred / (deviation + self.epsilon)

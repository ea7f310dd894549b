"""G2PO: a step is as good as the state it leads to is better than where it started.

Source: Wang et al. 2026, Group-Graph Policy Optimization for Long-Horizon Agentic Reinforcement
Learning (arXiv 2606.22995 v1); the ``core_g2po`` module that the authors released, which is what
is followed where the two may differ.

Symbols: s and s' states before and after a step, r what the step earned, V(s) value of a state, γ
discount, q = r + V(s') value of the step, A^E advantage of the episode, ω weight of the step's, N
steps.

Departures: the released code has a terminal reward only, so that V of a state is the mean of
γ^(T − t) R over its visits; here it is the mean of γ times the discounted return, which is the same
then, and rewards on the way count too. A penalty for an invalid action is part of what the step
earned, so it enters both comparisons, where the released code leaves it out of the second.
Episode statistics are over steps and deviations those of a sample, as in that code; both by choice
otherwise. Whoever has nobody to be compared with has advantage 0.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import NO_ID, Floats, segment_mean
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import (
    DEVIATIONS,
    NORMALISE,
    STATISTICS,
    episode_advantage,
    normalise,
)
from algorithms.returns import discounted_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class G2PO(ClippedSurrogate):
    """Group-Graph Policy Optimization."""

    omega: float = 1.0
    """ω, the weight of the step's advantage."""
    discount: float = 0.95
    """γ."""
    normalise: str = "mean_std"
    """``mean_std``, as in the authors' runs in ALFWorld, or ``mean``, as in WebShop."""
    episode_statistics: str = "steps"
    """``trajectories``: each return counts once; ``steps``: once for each step."""
    deviation: str = "sample"
    """``sample`` (divides by one less than the members) or ``population``."""
    epsilon: float = 1e-6
    """Added to deviations."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_number("omega", self.omega, low=0.0)
        require_number("discount", self.discount, low=0.0, high=1.0)
        require_choice("normalise", self.normalise, NORMALISE)
        require_choice("episode_statistics", self.episode_statistics, STATISTICS)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute A = A^E + ω (q among the steps from s + (q − V(s)) among all of the task) [N]."""
        state = batch.level(0)
        value = segment_mean(self.discount * discounted_return(batch, self.discount), state)
        before = value[state]
        after = np.where(batch.following == NO_ID, 0.0, before[batch.following])
        outcome = batch.reward + after  # q
        ddof = DEVIATIONS[self.deviation]
        episode = episode_advantage(
            batch,
            how=self.normalise,
            statistics=self.episode_statistics,
            ddof=ddof,
            epsilon=self.epsilon,
        )
        among_state = normalise(outcome, state, how=self.normalise, ddof=ddof, epsilon=self.epsilon)
        among_task = normalise(
            outcome - before, batch.group, how=self.normalise, ddof=ddof, epsilon=self.epsilon
        )
        return episode + self.omega * (among_state + among_task)

"""HGPO: the advantage of a step among steps that share its state and more and more of its past.

Source: He et al. 2026, Hierarchy-of-Groups Policy Optimization for Long-Horizon Agentic Tasks
(arXiv 2602.22817 v1), Section 4.2, Eq. 3 to 7; the ``recipe/hgpo`` of the authors' framework,
verl-agent.

Symbols: K greatest history, k = 0..K level, C_k context of a step (its state and the k before it),
R_t discounted return of step t, γ discount, A_k advantage in level k, w_k its weight, α exponent of
the weights, N steps.

Departures: the weights are (k + 1)^α with k counted from 0, as in the paper; ``level_weight:
recipe`` counts from 1 and adds ε to the sum of the weights, as the published code does. In both, as
in the paper's experiments, a level whose advantage is 0 (the step is alone in it, or is as good as
the mean) is left out and the other weights are normalised without it. With ``base_group``, which is
the published code's, not the paper's, the trajectory's advantage joins with weight 1. Deviations
are those of the population within levels and of a sample over trajectories, whose statistics are
over steps: all three as in that code, by choice as in `gigpo`. What differs from a mean by rounding
only has advantage 0, so that its level is left out; the published code counts such a level, with
which its other advantages shrink. A task's only step has advantage 0 where that code gives its
return.
"""

from dataclasses import dataclass

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import (
    require_choice,
    require_count,
    require_number,
    require_switch,
)
from algorithms.normalise import (
    DEVIATIONS,
    NORMALISE,
    STATISTICS,
    episode_advantage,
    normalise,
)
from algorithms.returns import discounted_return
from algorithms.surrogate import ClippedSurrogate

FIRST_LEVEL = {"paper": 0, "recipe": 1}
"""What number the level of the state alone has in its weight (k + 1)^α."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HGPO(ClippedSurrogate):
    """Hierarchy-of-Groups Policy Optimization."""

    history: int = 4
    """K, the greatest number of earlier steps in a context."""
    alpha: float = 1.0
    """α; 0 weighs all levels alike, more weighs longer contexts more."""
    base_group: bool = False
    """Whether the trajectory's advantage joins as the coarsest level."""
    normalise: str = "mean_std"
    """``mean_std``, or ``mean``: not divided by the level's deviation."""
    level_weight: str = "paper"
    """``paper``: levels are counted from 0; ``recipe``: from 1."""
    deviation: str = "population"
    """Within levels: ``population``, or ``sample`` (divides by one less than the members)."""
    episode_statistics: str = "steps"
    """Of the base group: ``trajectories``: each return counts once; ``steps``: once a step."""
    episode_deviation: str = "sample"
    """Of the base group: ``sample`` or ``population``."""
    discount: float = 0.95
    """γ."""
    epsilon: float = 1e-6
    """Added to deviations."""

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_count("history", self.history, low=0)
        require_number("alpha", self.alpha, low=0.0)
        require_switch("base_group", self.base_group)
        require_choice("normalise", self.normalise, NORMALISE)
        require_choice("level_weight", self.level_weight, tuple(FIRST_LEVEL))
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_choice("episode_statistics", self.episode_statistics, STATISTICS)
        require_choice("episode_deviation", self.episode_deviation, tuple(DEVIATIONS))
        require_number("discount", self.discount, low=0.0, high=1.0)
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute A_t = Σ_k w_k A_k(t) with w_k = (k + 1)^α / Σ_j (j + 1)^α, Eq. 7 [N]."""
        return_t = discounted_return(batch, self.discount)
        weighted, weights = np.zeros(len(batch)), np.zeros(len(batch))
        if self.base_group:
            episode = self._episode_advantage(batch)
            weighted, weights = weighted + episode, weights + (episode != 0.0)
        for k in range(self.history + 1):
            context = batch.level(k)  # steps with equal C_k, Eq. 3 to 5
            level = normalise(
                return_t,
                context,
                how=self.normalise,
                ddof=DEVIATIONS[self.deviation],
                epsilon=self.epsilon,
            )  # A_k
            weight = self._raw_weight(k) * (level != 0.0)  # w_k, not yet divided by the sum
            weighted, weights = weighted + weight * level, weights + weight
        if self.level_weight == "recipe":
            weights = weights + self.epsilon
        return np.divide(weighted, weights, out=np.zeros(len(batch)), where=weights > 0.0)

    def _raw_weight(self, k: int) -> float:
        return float((FIRST_LEVEL[self.level_weight] + k + 1) ** self.alpha)

    def _episode_advantage(self, batch: StepBatch) -> Floats:
        return episode_advantage(
            batch,
            how=self.normalise,
            statistics=self.episode_statistics,
            ddof=DEVIATIONS[self.episode_deviation],
            epsilon=self.epsilon,
        )

"""GiGPO: the advantage of the trajectory, plus that of the step among steps from the same state.

Source: Feng et al. 2025, Group-in-Group Policy Optimization for LLM Agent Training
(arXiv 2505.10978 v3), Section 4; the ``gigpo`` module of the authors' framework, verl-agent.

Symbols: R return of a trajectory, R_t discounted return of step t, γ discount, ω weight of the step
advantage, s_t anchor state, A^E and A^S advantages of episode and step, N steps.

With ``similarity`` states are grouped whose texts are alike, not equal, as the published code does
by choice; see `algorithms.similarity`.

Departures: episode statistics are over steps by default, as in the published code; the paper's are
over trajectories. Deviations are those of a sample, as there, by choice of the population; the
paper does not say. A group whose returns are all equal, or that has one member, has advantage 0,
where the published code gives rounding or, for a task's only step, its return.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, Ints
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import (
    DEVIATIONS,
    NORMALISE,
    STATISTICS,
    episode_advantage,
    normalise,
)
from algorithms.returns import discounted_return
from algorithms.similarity import ORDERS, similar_states
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class GiGPO(ClippedSurrogate):
    """Group-in-Group Policy Optimization."""

    omega: float = 1.0
    """ω, the weight of the step advantage."""
    normalise: str = "mean_std"
    """``mean_std``, or ``mean``: F_norm = 1."""
    episode_statistics: str = "steps"
    """``trajectories``: each return counts once; ``steps``: once for each step."""
    deviation: str = "sample"
    """``sample`` (divides by one less than the members) or ``population``."""
    similarity: float | None = None
    """Least likeness of texts that count as one state, in [0, 1]; None: equal anchors do."""
    similarity_order: str = "text"
    """``text``, or ``rows``: which text of a group founds a cluster first."""
    discount: float = 0.95
    """γ."""
    epsilon: float = 1e-6
    """Added to deviations."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_number("omega", self.omega, low=0.0)
        require_choice("normalise", self.normalise, NORMALISE)
        require_choice("episode_statistics", self.episode_statistics, STATISTICS)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        if self.similarity is not None:
            require_number("similarity", self.similarity, low=0.0, high=1.0)
        require_choice("similarity_order", self.similarity_order, ORDERS)
        require_number("discount", self.discount, low=0.0, high=1.0)
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute A_t = A^E + ω A^S(s_t) [N]."""
        ddof = DEVIATIONS[self.deviation]
        episode = episode_advantage(
            batch,
            how=self.normalise,
            statistics=self.episode_statistics,
            ddof=ddof,
            epsilon=self.epsilon,
        )  # Eq. 3
        return_t = discounted_return(batch, self.discount)  # Eq. 5
        state = self._states(batch)  # Eq. 6
        step = normalise(
            return_t, state, how=self.normalise, ddof=ddof, epsilon=self.epsilon
        )  # Eq. 7
        return episode + self.omega * step  # Eq. 8

    def _states(self, batch: StepBatch) -> Ints:
        if self.similarity is None:
            return batch.level(0)
        return similar_states(batch, threshold=self.similarity, order=self.similarity_order)

"""REINFORCE++: returns to go, normalised over the whole batch.

Source: Hu et al. 2025, REINFORCE++: Stabilizing Critic-Free Policy Optimization with Global
Normalization (arXiv 2501.03262 v9), its definitions of the advantage with its token-level
penalty and of its normalisation over the global batch.

Symbols: R_t return to go of step t, less β Σ KL of its and all later actions; Â advantage; γ
discount; N steps.

Departures: the penalty and the statistics are of steps, not tokens; where a step is one token
they are the paper's. Rewards count from the step that earned them on, which for one reward at the
end is the paper's. The deviation is the population's by default, as in the authors' code.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, normalise_batch
from algorithms.returns import discounted_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcePP(ClippedSurrogate):
    """REINFORCE with global advantage normalisation."""

    kl_estimator: str = "k1"
    """``k1``, ``k2`` or ``k3``."""
    kl_place: str = "reward"
    """``reward``, or ``loss``: where the divergence from the reference is taken off."""
    discount: float = 1.0
    """γ."""
    deviation: str = "population"
    """``population``, or ``sample`` (divides by N − 1)."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_number("discount", self.discount, low=0.0, high=1.0)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = (R_t − mean(R)) / std(R) over all steps of the batch [N]."""
        return normalise_batch(
            discounted_return(batch, self.discount),
            how="mean_std",
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )

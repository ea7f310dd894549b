"""GRPO with process supervision: a step is as good as the scaled rewards from it on.

Source: Shao et al. 2024, DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open
Language Models (arXiv 2402.03300 v3), Section 4.1.3. With a discount below 1 it is how IGPO
(Wang et al. 2025, Information Gain-based Policy Optimization, arXiv 2510.14967) turns its rewards
of turns, normalised together with that of the outcome, into advantages.

Symbols: r_t reward of step t, r̃_t the same in units of its group, γ discount, N steps.

Departures: a step that earned nothing has the reward 0, which counts in the group's mean and
deviation. The paper does not say which deviation it divides by; here it is that of a sample, by
choice that of the population. A group whose rewards are all equal has advantage 0.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, NORMALISE, normalise
from algorithms.returns import discounted_sum
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessGRPO(ClippedSurrogate):
    """Group Relative Policy Optimization of rewards that steps earn."""

    normalise: str = "mean_std"
    """``mean_std``, or ``mean``: not divided by the group's deviation."""
    discount: float = 1.0
    """γ; 1 as in DeepSeekMath."""
    deviation: str = "sample"
    """``sample`` or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("normalise", self.normalise, NORMALISE)
        require_number("discount", self.discount, low=0.0, high=1.0)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = Σ_{l≥0} γ^l r̃_{t+l} with r̃ = (r − mean(r)) / std(r) over the group [N]."""
        relative = normalise(
            batch.reward,
            batch.group,
            how=self.normalise,
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )
        return discounted_sum(relative, batch.following, self.discount)

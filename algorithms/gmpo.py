"""GMPO: GRPO's advantage with the geometric mean of a sequence's token ratios.

Source: Zhao et al. 2025, Geometric-Mean Policy Optimization (arXiv 2507.20673 v1), its objective
with clipping at token level; ``train_zero_math_gmpo`` of the authors' repository.

Symbols: ρ_t importance ratio of token t of a sequence o, Â GRPO's advantage of it, N steps.

Departures: a sequence is a row: what was generated in one step; with ``ratio_level: trajectory`` it
is a trajectory. The range in which log ρ_t counts is (−0.4, 0.4) as in the paper, so clip_low and
clip_high are of the logarithm. ``ratio_pooling: sum`` leaves out the root, as in an ablation of the
authors. There is no penalty for leaving a reference policy, as in their runs.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from algorithms.grpo import GRPO

if TYPE_CHECKING:
    from algorithms.losses import LossInputs, Metrics, Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class GMPO(GRPO):
    """Geometric-Mean Policy Optimization."""

    clip_low: float = 0.4
    """How far below 0 the logarithm of a token's ratio counts, where the advantage is negative."""
    clip_high: float = 0.4
    """How far above 0 the logarithm of a token's ratio counts, where the advantage is positive."""
    ratio_level: str = "row"
    """``row`` or ``trajectory``: what the geometric mean is over; ``token``: there is none."""
    aggregate: str = "row"
    """``row``: every sequence counts alike; ``token`` or ``constant``: see the surrogate's."""
    kl_coefficient: float = 0.0
    """Weight of the estimated divergence from the reference policy; 0: no reference is needed."""

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Compute −E[(Π_t clipped ρ_t)^(1/|o|) Â], the mean over sequences."""
        from algorithms.losses import surrogate_loss
        from algorithms.losses.gains import geometric_mean_gain

        return surrogate_loss(inputs, self, geometric_mean_gain)

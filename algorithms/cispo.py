"""CISPO: GRPO's advantage with a loss that clips the importance weight, not the update.

Source: Chen et al. 2025, MiniMax-M1: Scaling Test-Time Compute Efficiently with Lightning Attention
(arXiv 2506.13585 v1), Section 3.1, Eq. 4 (objective) and 5 (clipped weight).

Symbols: ρ importance ratio of a token, Â GRPO's advantage, sg that what stands in it has no
gradient, N steps.

Departures: the paper sets no lower bound, which is clip_low = 1 here, and does not tell its upper
one; 0.28 is what published implementations take. Since no update is dropped, nothing holds a small
policy that learns in great steps; so there is a penalty for leaving a reference policy, where the
paper has none (``kl_coefficient: 0``).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from algorithms.grpo import GRPO

if TYPE_CHECKING:
    from algorithms.losses import LossInputs, Metrics, Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class CISPO(GRPO):
    """Clipped Importance Sampling weight Policy Optimization."""

    clip_low: float = 1.0
    """How far below 1 the importance weight goes; 1: there is no lower bound."""
    clip_high: float = 0.28
    """How far above 1 the importance weight goes."""
    kl_coefficient: float = 0.1
    """Weight of the estimated divergence from the reference policy; 0, as in the paper: none."""

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Compute −E[sg(clip(ρ, 1 − low, 1 + high)) Â log π] over all tokens, Eq. 4."""
        from algorithms.losses import surrogate_loss
        from algorithms.losses.gains import clipped_weight_gain

        return surrogate_loss(inputs, self, clipped_weight_gain)

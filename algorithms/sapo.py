"""SAPO: GRPO's advantage with a soft gate in place of the clip.

Source: Gao et al. 2025, Soft Adaptive Policy Optimization (arXiv 2511.20347 v1), Eq. 5 (objective)
and 6 (gate, its temperature by the advantage's sign).

Symbols: ρ importance ratio of a token, Â GRPO's advantage, σ the logistic function, τ temperature,
N steps.

Departures: clip_low and clip_high are not read. The gate holds a language model, whose ratios stay
near 1, but not a small policy that learns in great steps; so there is a penalty for leaving a
reference policy, where the paper has none (``kl_coefficient: 0``).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from algorithms.grpo import GRPO
from algorithms.hyperparameters import require_number

if TYPE_CHECKING:
    from algorithms.losses import Gain, LossInputs, Metrics, Tensor, Terms
    from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class SAPO(GRPO):
    """Soft Adaptive Policy Optimization."""

    temperature_positive: float = 1.0
    """τ where the advantage is above 0; the greater, the sooner the gradient fades off 1."""
    temperature_negative: float = 1.05
    """τ where it is not."""
    aggregate: str = "row"
    """``row``: every sequence counts alike; ``token`` or ``constant``: see the surrogate's."""
    kl_coefficient: float = 0.1
    """Weight of the estimated divergence from the reference policy; 0, as in the paper: none."""

    def __post_init__(self) -> None:
        """Check the ranges."""
        GRPO.__post_init__(self)
        for name in ("temperature_positive", "temperature_negative"):
            require_number(name, getattr(self, name), low=1e-6)

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Compute −E[(4/τ) σ(τ(ρ − 1)) Â], the mean over rows of each row's, Eq. 5."""
        from algorithms.losses import surrogate_loss
        from algorithms.losses.gains import soft_gate_gain

        def gated(terms: "Terms", _: "ClippedSurrogate") -> "Gain":
            return soft_gate_gain(
                terms, positive=self.temperature_positive, negative=self.temperature_negative
            )

        return surrogate_loss(inputs, self, gated)

"""EMPG: GRPO's advantage, more of it where the policy was sure, and a bonus for becoming sure.

Source: Wang et al. 2025, Harnessing Uncertainty: Entropy-Modulated Policy Gradients for
Long-Horizon LLM Agents (arXiv 2509.09265 v1), Eq. 7 (zero mean), 8 (modulation), 10 (scaling), 11
(future clarity) and 12 (entropy within the batch).

Symbols: H_t mean entropy of the policy over the tokens of step t, H̃ the same within the range of
the batch, A advantage of the trajectory, g scaling, f future clarity, ζ its weight, k and k' how
steep both fall with the entropy, N steps.

Departures: A is GRPO's. A last step has no step after it, hence no bonus. The weight ζ differs
between published codes (0.05 and 0.1). With a bonus, steps of groups without contrast have
advantages too, as in the paper.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import NO_ID, Floats
from algorithms.grpo import GRPO
from algorithms.hyperparameters import require_number

RANGE_EPSILON = 1e-8
"""Added to the range of a batch's entropies, and to the mean of its scalings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EMPG(GRPO):
    """Entropy-Modulated Policy Gradients."""

    steepness: float = 1.0
    """k, how much more sure steps count; 0: all alike."""
    future_steepness: float = 1.0
    """k', how much more the bonus is before sure steps; 0: the same before all."""
    future_weight: float = 0.05
    """ζ, the weight of the bonus."""

    needs_entropy: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the ranges."""
        GRPO.__post_init__(self)
        for name in ("steepness", "future_steepness", "future_weight"):
            require_number(name, getattr(self, name), low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute A_t = g(H_t) A + ζ f(H_{t+1}), less its mean over the batch [N].

        Raises:
            AlgorithmInputError: if the batch has no entropies.
        """
        trajectory = GRPO.advantages(self, batch)
        entropy = _within_range(_entropies(batch))  # Eq. 12
        scaling = np.exp(-self.steepness * entropy)
        scaling = scaling / (scaling.mean() + RANGE_EPSILON) if scaling.size else scaling  # Eq. 10
        clarity = np.exp(-self.future_steepness * entropy)  # Eq. 11
        following = np.where(batch.following == NO_ID, 0.0, clarity[batch.following])
        modulated = scaling * trajectory + self.future_weight * following  # Eq. 8
        return modulated - modulated.mean() if modulated.size else modulated  # Eq. 7


def _entropies(batch: StepBatch) -> Floats:
    if batch.entropy is None:
        raise AlgorithmInputError(
            "EMPG needs the policy's entropy at every step, and the batch has none. "
            "Pass StepBatch.from_arrays(entropy=...), from a policy that knows it."
        )
    return batch.entropy


def _within_range(entropy: Floats) -> Floats:
    if not entropy.size:
        return entropy
    low, high = entropy.min(), entropy.max()
    return np.asarray((entropy - low) / (high - low + RANGE_EPSILON))

"""What algorithms with a critic share: its part of the loss, and advantages over the whole batch.

Source: Schulman et al. 2017, Proximal Policy Optimization Algorithms (arXiv 1707.06347 v2), Eq. 9.

Symbols: V critic, N steps.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, NORMALISE, normalise_batch
from algorithms.surrogate import ClippedSurrogate

if TYPE_CHECKING:
    from algorithms.losses import LossInputs, Metrics, Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorCritic(ClippedSurrogate):
    """Hold what the critic's error and the scaling of advantages need."""

    normalise: str = "mean_std"
    """``none``, or over the whole batch ``mean_std`` or ``mean``."""
    deviation: str = "sample"
    """``sample`` (divides by N − 1) or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""
    value_coefficient: float = 0.5
    """Weight of the critic's error in the loss."""
    value_clip: float | None = None
    """Greatest change of a value that counts in the critic's error; None: not clipped."""

    needs_critic: ClassVar[bool] = True
    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("normalise", self.normalise, ("none", *NORMALISE))
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)
        require_number("value_coefficient", self.value_coefficient, low=0.0)
        if self.value_clip is not None:
            require_number("value_clip", self.value_clip, low=0.0)

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Add the weighted error of the critic to the clipped surrogate (2017, Eq. 9)."""
        from algorithms.losses import surrogate_loss, value_loss

        policy, policy_metrics = surrogate_loss(inputs, self)
        value, value_metrics = value_loss(inputs, self.value_clip)
        return policy + self.value_coefficient * value, policy_metrics | value_metrics

    def normalised(self, advantage: Floats) -> Floats:
        """Centre and scale advantages over the batch, if asked to [N]."""
        if self.normalise == "none":
            return advantage
        ddof = DEVIATIONS[self.deviation]
        return normalise_batch(advantage, how=self.normalise, ddof=ddof, epsilon=self.epsilon)


def critic_values(batch: StepBatch) -> Floats:
    """Return V(s_t) of every step [N].

    Raises:
        AlgorithmInputError: if the batch has none.
    """
    if batch.value is None:
        raise AlgorithmInputError(
            "PPO needs the critic's value of every step's state, and the batch has none. "
            "Pass StepBatch.from_arrays(value=...)."
        )
    return batch.value

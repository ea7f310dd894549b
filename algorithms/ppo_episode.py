"""PPO as it is run as a baseline: every step is credited with its whole episode.

Source: Schulman et al. 2017, Proximal Policy Optimization Algorithms (arXiv 1707.06347 v2),
Section 5, in the form in which works on agents compare with it: Feng et al. 2025, Group-in-Group
Policy Optimization for LLM Agent Training (arXiv 2505.10978 v3), Section 5, and the trainer of its
authors' framework, verl-agent.

Symbols: R return of the episode, s_t state of step t, V critic, y_t target of the critic, N steps.

Departures: none from the baseline. There every step of an episode is a sequence of its own, whose
last token earns the episode's return; with discount and λ of 1 its advantage is that return less
the critic's value of the state. Nothing goes from one step to the next, rewards that were earned
before a step count as if it had earned them, and a cut counts as an end. `ppo` is the algorithm
with credit across steps.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import NORMALISE, normalise
from algorithms.ppo import critic_values
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate

if TYPE_CHECKING:
    from algorithms.losses import LossInputs, Metrics, Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodePPO(ClippedSurrogate):
    """Proximal Policy Optimization with the episode's return at every step."""

    normalise: str = "mean_std"
    """``none``, or over the whole batch ``mean_std`` or ``mean``."""
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
        require_number("epsilon", self.epsilon, low=0.0)
        require_number("value_coefficient", self.value_coefficient, low=0.0)
        if self.value_clip is not None:
            require_number("value_clip", self.value_clip, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = R − V(s_t), then normalise it if asked to [N].

        Raises:
            AlgorithmInputError: if the batch lacks values.
        """
        advantage = self.value_targets(batch) - critic_values(batch)
        if self.normalise == "none":
            return advantage
        whole = np.zeros(len(batch), dtype=np.int64)
        return normalise(advantage, whole, how=self.normalise, ddof=1, epsilon=self.epsilon)

    def value_targets(self, batch: StepBatch) -> Floats:
        """Compute y_t = R, the same at all steps of an episode [N]."""
        return episode_return(batch)[batch.trajectory]

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Add the weighted error of the critic to the clipped surrogate (2017, Eq. 9)."""
        from algorithms.losses import surrogate_loss, value_loss

        policy, policy_metrics = surrogate_loss(inputs, self)
        value, value_metrics = value_loss(inputs, self.value_clip)
        return policy + self.value_coefficient * value, policy_metrics | value_metrics

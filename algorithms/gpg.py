"""GPG: the plain policy gradient over groups, undiluted by groups that teach nothing.

Source: Chu et al. 2025, GPG: A Simple and Strong Reinforcement Learning Baseline for Model
Reasoning (arXiv 2504.02546 v1): its advantage with the factor of an accurate gradient, and its
loss; the authors' repository, GPG.

Symbols: R return of a trajectory, B trajectories of the batch, M of them in groups without
contrast, α factor, F_norm divisor, N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage. Batches are not
sampled again where M is large, which the authors do below a share of contrast of 0.6. F_norm may be
the deviation, of a sample or of the population. A batch without contrast has advantage 0. The loss
has no ratio, which is exact for one gradient step a batch; since several are taken here, there is a
penalty for leaving a reference policy, where the paper has none (``kl_coefficient: 0``).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, segment_sum
from algorithms.hyperparameters import require_choice, require_number, require_switch
from algorithms.normalise import DEVIATIONS, NORMALISE, episode_advantage
from algorithms.surrogate import ClippedSurrogate

if TYPE_CHECKING:
    from algorithms.losses import LossInputs, Metrics, Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class GPG(ClippedSurrogate):
    """Group Policy Gradient."""

    normalise: str = "mean"
    """``mean``: F_norm = 1; ``mean_std``: F_norm is the group's deviation."""
    undiluted: bool = True
    """Whether α = B / (B − M), so that groups without contrast make no gradient smaller; or 1."""
    deviation: str = "sample"
    """``sample`` (divides by G − 1) or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""
    kl_coefficient: float = 0.1
    """Weight of the estimated divergence from the reference policy; 0, as in the paper: none."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("normalise", self.normalise, NORMALISE)
        require_switch("undiluted", self.undiluted)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â = α (R − mean(R_1..R_G)) / F_norm, the same at all steps [N]."""
        advantage = episode_advantage(
            batch,
            how=self.normalise,
            statistics="trajectories",
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )
        if not self.undiluted or not advantage.any():
            return advantage
        in_contrast = segment_sum(np.abs(advantage), batch.group) > 0.0
        group = batch.group_of_trajectory()
        return advantage * (group.size / np.count_nonzero(in_contrast[group]))  # α

    def objective(self, inputs: "LossInputs") -> "tuple[Tensor, Metrics]":
        """Compute −E[Â log π], the mean over all tokens."""
        from algorithms.losses import surrogate_loss
        from algorithms.losses.gains import score_gain

        return surrogate_loss(inputs, self, score_gain)

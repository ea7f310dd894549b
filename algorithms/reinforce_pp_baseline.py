"""REINFORCE++ with baseline: returns above their group's mean, normalised over the whole batch.

Source: Hu et al. 2025, REINFORCE++: Stabilizing Critic-Free Policy Optimization with Global
Normalization (arXiv 2501.03262 v9), its variant with a baseline.

Symbols: R return of a trajectory, Â advantage, N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage; the statistics of
the batch are over steps, not tokens. The deviation is the population's by default, as in the
authors' code. The batch's mean is subtracted too, so a group without contrast is exactly 0 only
where that mean is.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, episode_advantage, normalise_batch
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinforcePPBaseline(ClippedSurrogate):
    """REINFORCE with the group's mean as baseline and global advantage normalisation."""

    kl_estimator: str = "k2"
    """``k1``, ``k2`` or ``k3``."""
    deviation: str = "population"
    """``population``, or ``sample`` (divides by N − 1)."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = (A − mean(A)) / std(A) over all steps, A = R − mean(R_1..R_G) [N]."""
        above = episode_advantage(batch, how="mean", statistics="trajectories", ddof=0, epsilon=0.0)
        return normalise_batch(
            above,
            how="mean_std",
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )

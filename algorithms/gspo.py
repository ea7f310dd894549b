"""GSPO: GRPO whose importance ratio is that of the whole sequence.

Source: Zheng et al. 2025, Group Sequence Policy Optimization (arXiv 2507.18071 v2), Eq. 5
(objective), 6 (advantage) and 7 (ratio) of Section 4.1, Eq. 13 and 14 of Section 4.3 (token-level
variant); clip ranges from Section 5.1.

Symbols: R return of a trajectory, G trajectories of a task group, Â advantage, s importance ratio
of a sequence, N steps.

Departures: a sequence is the whole episode, all tokens of all its steps; ``ratio_level: row`` with
``aggregate: row`` takes each step's answer for one. ``ratio_gradient: token`` is the paper's
variant for advantages that differ within a sequence. The deviation is a sample's.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, episode_advantage
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class GSPO(ClippedSurrogate):
    """Group Sequence Policy Optimization."""

    clip_low: float = 3e-4
    """How far below 1 the sequence's ratio counts; geometric means stray less than tokens do."""
    clip_high: float = 4e-4
    """How far above 1 the sequence's ratio counts."""
    kl_coefficient: float = 0.0
    """Weight of the divergence from the reference policy; the paper leaves it out."""
    ratio_level: str = "trajectory"
    """``trajectory``, or ``row``: what the importance ratio is taken over."""
    aggregate: str = "trajectory"
    """``trajectory``: mean over sequences."""
    deviation: str = "sample"
    """``sample`` (divides by G − 1) or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = (R − mean(R_1..R_G)) / std(R_1..R_G), the same at all steps [N]."""
        return episode_advantage(
            batch,
            how="mean_std",
            statistics="trajectories",
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )  # Eq. 6

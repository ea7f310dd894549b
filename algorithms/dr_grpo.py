"""Dr. GRPO: GRPO without the two divisions that bias it, by deviation and by length.

Source: Liu et al. 2025, Understanding R1-Zero-Like Training: A Critical Perspective
(arXiv 2503.20783), Section 3.2; its Listing 1 has the constant.

Symbols: R return of a trajectory, G trajectories of a task group, Â advantage, L length constant, N
steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage. The sum over
tokens is divided by N · L where the paper divides by G and its code by a constant besides; a batch
of longer episodes hence takes the same step, not a longer one.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.normalise import episode_advantage
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class DrGRPO(ClippedSurrogate):
    """GRPO Done Right."""

    kl_coefficient: float = 0.0
    """Weight of the divergence from the reference policy; the paper has none."""
    aggregate: str = "constant"
    """``constant``: a token's weight does not depend on the length of what it stands in."""

    history: ClassVar[int] = 0

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = R − mean(R_1..R_G), the same at all steps [N]."""
        return episode_advantage(batch, how="mean", statistics="trajectories", ddof=0, epsilon=0.0)

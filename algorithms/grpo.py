"""GRPO: a trajectory is as good as its return is above its group's.

Source: Shao et al. 2024, DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open
Language Models (arXiv 2402.03300 v3), Sections 4.1.1 and 4.1.2.

Symbols: R return of a trajectory, G trajectories of a task group, Â advantage, N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage. The paper does not
say which deviation it divides by; here it is that of a sample, as in published code, by choice that
of the population. A group whose returns are all equal has advantage 0. The loss counts all tokens
of the batch alike; the paper's (Eq. 3) counts every output alike, which is ``trajectory`` as
``aggregate`` where an output is an episode, and ``row`` where it is a step's answer.
"""

from dataclasses import dataclass
from typing import ClassVar

from algorithms.batch import StepBatch
from algorithms.grouping import Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import DEVIATIONS, NORMALISE, STATISTICS, episode_advantage
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class GRPO(ClippedSurrogate):
    """Group Relative Policy Optimization."""

    normalise: str = "mean_std"
    """``mean_std``, or ``mean``: not divided by the group's deviation."""
    episode_statistics: str = "trajectories"
    """``trajectories``: each return counts once; ``steps``: once for each step."""
    deviation: str = "sample"
    """``sample`` (divides by G − 1) or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_choice("normalise", self.normalise, NORMALISE)
        require_choice("episode_statistics", self.episode_statistics, STATISTICS)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = (R − mean(R_1..R_G)) / std(R_1..R_G), the same at all steps [N]."""
        return episode_advantage(
            batch,
            how=self.normalise,
            statistics=self.episode_statistics,
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )

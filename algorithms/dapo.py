"""DAPO: GRPO that clips higher, samples until there is contrast, and punishes running on.

Source: Yu et al. 2025, DAPO: An Open-Source LLM Reinforcement Learning System at Scale
(arXiv 2503.14476 v1), Sections 3.1 (clip-higher), 3.2 (dynamic sampling), 3.3 (token-level loss)
and 3.4 (soft overlong punishment, Eq. 13).

Symbols: R return of a trajectory, G trajectories of a task group, Â advantage, |y| length of what
was generated, L_max its limit, L_cache the stretch before it in which punishment grows, N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage. A group has
contrast if its returns differ, which for rewards of 0 and 1 is the paper's condition; sampling ends
after a stated number of rounds, or when the budget has no room for another, and the batch is then
what was found. The punishment is that of each step's answer, in tokens, or of the episode, in
steps; no limit suits every environment, so there is none by default. The deviation is a sample's.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import Floats, Ints, segment_count, segment_sum
from algorithms.hyperparameters import require_choice, require_count, require_number
from algorithms.normalise import DEVIATIONS, normalise
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate

OVERLONG_UNITS = ("steps", "tokens")
"""What a limit is counted in: an episode's steps, or the tokens of each step's answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DAPO(ClippedSurrogate):
    """Decoupled Clip and Dynamic sAmpling Policy Optimization."""

    clip_high: float = 0.28
    """How far above 1 the importance ratio counts."""
    kl_coefficient: float = 0.0
    """Weight of the divergence from the reference policy; the paper has none."""
    max_rounds: int = 3
    """How often a batch is sampled at most until its groups have contrast; 1: once."""
    overlong_limit: int | None = None
    """L_max; None: length is not punished."""
    overlong_cache: int = 1
    """L_cache, at least 1 and at most L_max."""
    overlong_unit: str = "steps"
    """``steps`` of the episode, or ``tokens`` of each step's answer, which a policy that chooses
    among listed actions does not have: its batches say no ``length``, and are refused."""
    deviation: str = "sample"
    """``sample`` (divides by G − 1) or ``population``."""
    epsilon: float = 1e-6
    """Added to the deviation."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        require_count("max_rounds", self.max_rounds, low=1)
        if self.overlong_limit is not None:
            require_count("overlong_limit", self.overlong_limit, low=1)
            require_number("overlong_cache", self.overlong_cache, low=1, high=self.overlong_limit)
        require_count("overlong_cache", self.overlong_cache, low=1)
        require_choice("overlong_unit", self.overlong_unit, OVERLONG_UNITS)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))
        require_number("epsilon", self.epsilon, low=0.0)

    @property
    def sampling_rounds(self) -> int:
        """How often a batch may be sampled until its groups have contrast."""
        return self.max_rounds

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = (R − mean(R_1..R_G)) / std(R_1..R_G), R with its punishment [N].

        Raises:
            AlgorithmInputError: if tokens are limited and the batch doesn't have their numbers.
        """
        shaped = episode_return(batch) + self._punishment(batch)
        advantage = normalise(
            shaped,
            batch.group_of_trajectory(),
            how="mean_std",
            ddof=DEVIATIONS[self.deviation],
            epsilon=self.epsilon,
        )
        return advantage[batch.trajectory]

    def _punishment(self, batch: StepBatch) -> Floats:
        """Sum each trajectory's punishments [E]."""
        if self.overlong_limit is None:
            return np.zeros(batch.group_of_trajectory().size)
        if self.overlong_unit == "steps":
            steps = segment_count(batch.trajectory)
            return soft_punishment(steps, self.overlong_limit, self.overlong_cache)
        if batch.length is None:
            raise AlgorithmInputError(
                "overlong_unit is 'tokens', and the batch doesn't say how many tokens each step "
                "generated. Pass StepBatch.from_arrays(length=...), or count 'steps'."
            )
        of_step = soft_punishment(batch.length, self.overlong_limit, self.overlong_cache)
        return segment_sum(of_step, batch.trajectory)


def soft_punishment(length: Ints, limit: int, cache: int) -> Floats:
    """Compute R_length(y): 0 to L_max − L_cache, then falling evenly to −1 at L_max, Eq. 13.

    Args:
        length: |y|, of any shape.
        limit: L_max.
        cache: L_cache.

    Example:
        >>> soft_punishment(np.array([6, 7, 10, 12]), limit=10, cache=4)
        array([ 0.  , -0.25, -1.  , -1.  ])
    """
    return 0.0 - np.clip((length - (limit - cache)) / cache, 0.0, 1.0)

"""ReMax: a trajectory is as good as its return is above that of the greedy policy.

Source: Li et al. 2023, ReMax: A Simple, Effective, and Efficient Reinforcement Learning Method for
Aligning Large Language Models (arXiv 2310.10505), its gradient estimator with the reward of the
greedy response as baseline.

Symbols: R return of a trajectory, b return of an episode of the same task in which the likeliest
action was taken at every step, Â advantage, N steps.

Departures: a trajectory is a whole episode, whose every step gets its advantage. The greedy episode
is played once a task, not once a trajectory, and its cost counts. The estimator is followed by a
clipped ratio a token, because several gradient steps are taken on one batch; at the first of them
that is REINFORCE, which the paper uses.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.errors import AlgorithmInputError
from algorithms.grouping import Floats
from algorithms.normalise import RELATIVE_ZERO
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True)
class ReMax(ClippedSurrogate):
    """REINFORCE with the greedy policy's return as baseline."""

    needs_greedy_return: ClassVar[bool] = True
    history: ClassVar[int] = 0

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute Â_t = R − b, the same at all steps [N].

        Raises:
            AlgorithmInputError: if the batch lacks greedy returns.
        """
        if batch.greedy_return is None:
            raise AlgorithmInputError(
                "ReMax needs the return of a greedy episode of every step's task, and the batch "
                "has none. Pass StepBatch.from_arrays(greedy_return=...)."
            )
        gained, b = episode_return(batch)[batch.trajectory], batch.greedy_return
        advantage = gained - b
        rounding = np.abs(advantage) <= RELATIVE_ZERO * (np.abs(gained) + np.abs(b))
        return np.where(rounding, 0.0, advantage)

"""GraphGPO: a step is as good as it comes nearer to success in the graph of all that was visited.

Source: Cheng et al. 2026, Beyond Trajectory-Level Attribution: Graph-Based Credit Assignment for
Agentic Reinforcement Learning (arXiv 2605.26684 v1), method section; Eq. 4 is the graph's reward.
The authors' recipe counts the distance from the state after the step, without the step's cost.

Symbols: s and s' states before and after a step, d(s) least number of steps from s to success over
the steps of all trajectories of a task, d_max the greatest of them, ω discount of the distance, R^G
reward of the graph, A^G and A^E advantages in the graph and of the episode, β^G and β^E their
weights, N steps.

Departures: the cost of every step is 1, as in the paper's experiments. A trajectory succeeded if
its return is above ``threshold``. The state after a last step is not in the batch: it is success,
or a dead end of its own. The deviation is that of a sample, and episode statistics are over steps,
as in the recipe; both by choice otherwise. A state that was left once has A^G = 0, as in the paper.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import NO_ID, Floats
from algorithms.hyperparameters import require_choice, require_number
from algorithms.normalise import (
    DEVIATIONS,
    NORMALISE,
    STATISTICS,
    episode_advantage,
    normalise,
)
from algorithms.returns import episode_return
from algorithms.surrogate import ClippedSurrogate

STEP_COST = {"paper": 1.0, "recipe": 0.0}
"""What a step adds to the distance of the state after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphGPO(ClippedSurrogate):
    """Graph-based group policy optimisation."""

    graph_weight: float = 1.0
    """β^G, the weight of the advantage in the graph."""
    episode_weight: float = 1.0
    """β^E, the weight of the episode's advantage."""
    distance_discount: float = 0.1
    """ω, what a step more to success divides the reward by, as a factor below 1."""
    distance_from: str = "paper"
    """``paper``: R^G = r ω^(d(s') + 1); ``recipe``: r ω^d(s')."""
    success_reward: float = 10.0
    """r, the reward of success itself."""
    threshold: float = 0.0
    """A trajectory succeeded if its return is above it."""
    normalise: str = "mean_std"
    """``mean_std``, or ``mean``: not divided by the deviation."""
    episode_statistics: str = "steps"
    """``trajectories``: each return counts once; ``steps``: once for each step."""
    deviation: str = "sample"
    """``sample`` (divides by one less than the members) or ``population``."""
    epsilon: float = 1e-6
    """Added to deviations."""

    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check the choices and ranges."""
        ClippedSurrogate.__post_init__(self)
        for name in ("graph_weight", "episode_weight", "success_reward", "epsilon"):
            require_number(name, getattr(self, name), low=0.0)
        require_number("distance_discount", self.distance_discount, low=0.0, high=1.0)
        require_choice("distance_from", self.distance_from, tuple(STEP_COST))
        require_number("threshold", self.threshold, low=-inf)
        require_choice("normalise", self.normalise, NORMALISE)
        require_choice("episode_statistics", self.episode_statistics, STATISTICS)
        require_choice("deviation", self.deviation, tuple(DEVIATIONS))

    def advantages(self, batch: StepBatch) -> Floats:
        """Compute A = β^G A^G + β^E A^E, A^G = (R^G − μ) / σ among the steps from s [N]."""
        distance = distance_to_success(batch, self.threshold)
        exponent = distance + STEP_COST[self.distance_from]
        reward = self.success_reward * self.distance_discount**exponent  # Eq. 4
        ddof, state = DEVIATIONS[self.deviation], batch.level(0)
        graph = normalise(reward, state, how=self.normalise, ddof=ddof, epsilon=self.epsilon)
        episode = episode_advantage(
            batch,
            how=self.normalise,
            statistics=self.episode_statistics,
            ddof=ddof,
            epsilon=self.epsilon,
        )
        return self.graph_weight * graph + self.episode_weight * episode


def distance_to_success(batch: StepBatch, threshold: float) -> Floats:
    """Count the steps from the state after each step to success, over what its group did.

    d(s) = min over steps s → s' of 1 + d(s'), by rounds over all steps, as many as the distance of
    the farthest state from which success was reached.

    Args:
        batch: steps with anchors, of whole trajectories.
        threshold: a trajectory succeeded if its return is above it.

    Returns:
        d(s') of each step: 0 at the last of a trajectory that succeeded, d_max + 1 where no step
        leads on to success, with d_max the group's greatest distance, 0 without any success [N].

    Raises:
        AlgorithmInputError: if the batch has no anchors.
    """
    state = batch.level(0)
    if state.size == 0:
        return np.zeros(0)
    succeeded = episode_return(batch)[batch.trajectory] > threshold
    last = batch.following == NO_ID
    after = np.where(last & succeeded, 0.0, np.inf)
    inside = np.flatnonzero(~last)
    state_after = state[batch.following[inside]]
    distance = np.full(int(state.max()) + 1, np.inf)
    while True:
        nearer = distance.copy()
        np.minimum.at(nearer, state, 1.0 + after)
        after[inside] = nearer[state_after]
        if np.array_equal(nearer, distance):
            break
        distance = nearer
    farthest = np.zeros(int(batch.group.max()) + 1)
    reached = np.isfinite(distance[state])
    np.maximum.at(farthest, batch.group[reached], distance[state][reached])
    return np.where(np.isfinite(after), after, farthest[batch.group] + 1.0)

"""Sum rewards along trajectories.

Symbols: N steps, E trajectories, t a step of a trajectory, γ the discount, r_t the reward that
step t earned.
"""

import numpy as np

from algorithms.batch import StepBatch
from algorithms.grouping import Floats, Ints, segment_sum


def episode_return(batch: StepBatch) -> Floats:
    """Sum each trajectory's rewards: R = Σ_t r_t, undiscounted [E]."""
    return segment_sum(batch.reward, batch.trajectory)


def discounted_return(batch: StepBatch, discount: float) -> Floats:
    """Compute each step's return to go: R_t = Σ_{l≥0} γ^l r_{t+l} [N].

    Args:
        batch: steps of whole trajectories, in any order of rows.
        discount: γ in [0, 1].

    Returns:
        One return a row [N]. Steps whose rewards from there on are equal have bit for bit equal
        returns, wherever their rows are.
    """
    return discounted_sum(batch.reward, batch.following, discount)


def discounted_sum(x: Floats, following: Ints, discount: float) -> Floats:
    """Sum a quantity from each row to its trajectory's end: y_t = Σ_{l≥0} γ^l x_{t+l}.

    Each round doubles the span that a row has summed by adding what the row at the span's end has
    summed, so a trajectory of T steps takes log₂ T rounds over the rows.

    Args:
        x: one number a row [N].
        following: the row of the next step of the same trajectory, -1 at its last step [N].
        discount: γ in [0, 1].

    Returns:
        The sums [N].
    """
    end = x.size
    total = np.append(x, 0.0)
    jump = np.append(np.where(following < 0, end, following), end)
    weight = discount
    while (jump != end).any():
        total = total + weight * total[jump]
        jump = jump[jump]
        weight *= weight
    return total[:end]

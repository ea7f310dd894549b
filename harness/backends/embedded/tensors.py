"""From recorded numbers to the tensors that a loss reads."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.scorer.encoding import Sample

Ints = NDArray[np.int64]


def column(numbers: NDArray[np.float64]) -> Tensor:
    """Return numbers as float32, shape [n]."""
    return torch.from_numpy(numbers).to(torch.float32)


def taken(logp: Tensor, samples: Sequence[Sample]) -> Tensor:
    """Pick the log-probability of each decision's choice, [n, most] → [n]."""
    choices = torch.tensor([sample.choice for sample in samples])
    return logp.gather(1, choices[:, None]).squeeze(1)


def minibatches(
    rng: np.random.Generator, count: int, parts: int, trajectory: Ints | None = None
) -> list[Ints]:
    """Deal rows out at random into minibatches that are as equal as can be.

    Args:
        rng: draws the order.
        count: number of rows N.
        parts: number of minibatches.
        trajectory: whose each row is, shape [N]: what belongs together is not torn apart; None
            deals out single rows.

    Returns:
        The rows of each minibatch, empty ones left out.
    """
    if trajectory is None:
        dealt = np.array_split(rng.permutation(count), parts)
    else:
        members = np.unique(trajectory)
        dealt = [
            np.flatnonzero(np.isin(trajectory, part))
            for part in np.array_split(rng.permutation(members), parts)
        ]
    return [rows for rows in dealt if len(rows)]

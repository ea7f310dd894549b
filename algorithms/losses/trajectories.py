"""Add up rows that belong to one trajectory."""

import torch
from torch import Tensor

from algorithms.losses.inputs import missing


def trajectory_totals(
    x: Tensor, trajectory: Tensor | None, *, setting: str
) -> tuple[Tensor, Tensor]:
    """Sum a quantity over each trajectory's rows.

    Args:
        x: one number a row [N], or several [N, M].
        trajectory: integer id of each row's trajectory [N].
        setting: the hyper-parameter that asks for trajectories, for the error.

    Returns:
        The sums [E] or [E, M], and the place among them of each row's trajectory [N].

    Raises:
        AlgorithmInputError: if no trajectories were given.
    """
    if trajectory is None:
        raise missing("trajectory", setting, "trajectory", off="'row' or 'token'")
    of_row = torch.unique(trajectory, return_inverse=True)[1]
    trajectories = int(of_row.max()) + 1 if of_row.numel() else 0
    zeros = x.new_zeros((trajectories, *x.shape[1:]))
    return zeros.index_add(0, of_row, x), of_row

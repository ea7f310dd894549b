"""Say how much each token counts: the length normalisations."""

import torch
from torch import Tensor

from algorithms.losses.trajectories import trajectory_totals


def token_weights(
    mask: Tensor,
    aggregate: str,
    dtype: torch.dtype = torch.float32,
    *,
    length_constant: float = 1.0,
    trajectory: Tensor | None = None,
) -> Tensor:
    """Give each token its weight in the batch's sum.

    Args:
        mask: true at tokens that count [N, T].
        aggregate: ``token``: all tokens alike; ``row``: all rows that have tokens alike, and the
            tokens of a row alike; ``trajectory``: the same of trajectories; ``constant``: every
            token 1 / (rows with tokens · L), so that a row's length does not change what its
            tokens weigh.
        dtype: of the result.
        length_constant: L of ``constant``, in tokens; the others don't read it.
        trajectory: integer id of each row's; only ``trajectory`` reads it [N].

    Returns:
        Weights, 0 outside the mask [N, T]; all 0 if the mask is empty. They sum to 1, but for
        ``constant`` to the rows' mean length over L.

    Raises:
        AlgorithmInputError: if trajectories are asked for and weren't given.
    """
    counts = mask.to(dtype)
    if aggregate == "token":
        return counts / counts.sum().clamp(min=1.0)
    per_unit = counts.sum(dim=1, keepdim=True)
    if aggregate == "trajectory":
        return _by_trajectory(counts, per_unit[:, 0], trajectory)
    rows = (per_unit > 0).sum().clamp(min=1)
    if aggregate == "constant":
        return counts / (rows * length_constant)
    return counts / per_unit.clamp(min=1.0) / rows


def _by_trajectory(counts: Tensor, per_row: Tensor, trajectory: Tensor | None) -> Tensor:
    total, of_row = trajectory_totals(per_row, trajectory, setting="aggregate")
    trajectories = (total > 0).sum().clamp(min=1)
    return counts / total[of_row].clamp(min=1.0)[:, None] / trajectories

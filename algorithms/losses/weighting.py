"""Say how much each token counts: the length normalisations."""

import torch
from torch import Tensor


def token_weights(
    mask: Tensor,
    aggregate: str,
    dtype: torch.dtype = torch.float32,
    length_constant: float = 1.0,
) -> Tensor:
    """Give each token its weight in the batch's sum.

    Args:
        mask: true at tokens that count [N, T].
        aggregate: ``token``: all tokens alike; ``row``: all rows that have tokens alike, and the
            tokens of a row alike; ``constant``: every token 1 / (rows with tokens · L), so that a
            row's length does not change what its tokens weigh.
        dtype: of the result.
        length_constant: L of ``constant``, in tokens; the others don't read it.

    Returns:
        Weights, 0 outside the mask [N, T]; all 0 if the mask is empty. They sum to 1 for ``token``
        and ``row``, and to the mean length over L for ``constant``.
    """
    counts = mask.to(dtype)
    if aggregate == "token":
        return counts / counts.sum().clamp(min=1.0)
    per_row = counts.sum(dim=1, keepdim=True)
    rows = (per_row > 0).sum().clamp(min=1)
    if aggregate == "constant":
        return counts / (rows * length_constant)
    return counts / per_row.clamp(min=1.0) / rows

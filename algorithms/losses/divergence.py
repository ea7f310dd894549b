"""Estimate how far the policy has moved from another, from the tokens that it sampled.

Source: Schulman 2020, Approximating KL Divergence (k1, k2, k3).
"""

import torch
from torch import Tensor


def kl_estimate(logp: Tensor, ref_logp: Tensor, estimator: str) -> Tensor:
    """Estimate KL(π‖π_ref) at each token that π sampled.

    In the loss, the gradient of k1 is the score alone, whose mean is 0: it holds nothing; that of
    k2 is the divergence's own where π sampled the tokens. In the reward, where no gradient is
    taken, k1 is the unbiased choice.

    Args:
        logp: log π of the tokens.
        ref_logp: log π_ref of the same tokens, same shape.
        estimator: with d = log π − log π_ref, ``k1``: d; ``k2``: d²/2; ``k3``: exp(−d) + d − 1.

    Returns:
        One estimate a token, same shape; `k2` and `k3` are never negative.
    """
    difference = logp - ref_logp
    if estimator == "k1":
        return difference
    if estimator == "k2":
        return 0.5 * difference**2
    return torch.expm1(-difference) + difference


def row_divergence(logp: Tensor, ref_logp: Tensor, mask: Tensor, estimator: str) -> Tensor:
    """Sum the estimates of each row's tokens, for a penalty in the reward [N].

    Args:
        logp: log π of the tokens, when they were sampled [N, T].
        ref_logp: log π_ref of the same tokens [N, T].
        mask: true at tokens that count; what stands elsewhere is not read [N, T].
        estimator: as in `kl_estimate`.
    """
    estimate = kl_estimate(
        logp.masked_fill(~mask, 0.0), ref_logp.masked_fill(~mask, 0.0), estimator
    )
    return estimate.sum(dim=1)

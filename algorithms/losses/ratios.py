"""Compare two policies on what was sampled: by token, by row, by trajectory.

Source: Schulman et al. 2017 (arXiv 1707.06347 v2), Eq. 6 (ratio of a token); Zheng et al. 2025,
Group Sequence Policy Optimization (arXiv 2507.18071 v2), Eq. 7 (geometric mean over a sequence) and
its token-level variant; Yao et al. 2025, Your Efficient RL Framework Secretly Brings You
Off-Policy RL Training (truncated importance sampling).

Symbols: N rows, T tokens a row, d = log π − log π_old of a token.
"""

import torch
from torch import Tensor

from algorithms.losses.inputs import LossInputs, missing
from algorithms.losses.trajectories import trajectory_totals
from algorithms.surrogate import ClippedSurrogate


def importance_ratio(inputs: LossInputs, settings: ClippedSurrogate) -> Tensor:
    """Compute ρ = π / π_old of each token at the level that the settings ask for [N, T].

    ``token``: exp(d). ``row`` and ``trajectory``: exp of the mean or sum of d over all tokens of
    the row or trajectory, the same at each of them. With ``ratio_gradient: token`` the number is
    the same, but each token's has the gradient of its own log π alone.

    Args:
        inputs: of the minibatch.
        settings: ``ratio_level``, ``ratio_pooling``, ``ratio_gradient``.

    Raises:
        AlgorithmInputError: if the level is ``trajectory`` and no trajectories were given.
    """
    mask = inputs.mask
    logp = inputs.logp.masked_fill(~mask, 0.0)
    difference = logp - inputs.old_logp.masked_fill(~mask, 0.0)
    if settings.ratio_level == "token":
        return torch.exp(difference)
    pooled = pool(difference, inputs, "ratio_level", settings.ratio_level, settings.ratio_pooling)
    if settings.ratio_gradient == "token":
        pooled = pooled.detach() + logp - logp.detach()
    return torch.exp(pooled)


def rollout_correction(inputs: LossInputs, settings: ClippedSurrogate) -> Tensor | None:
    """Weigh tokens for having been sampled by an engine that is not quite π_old [N, T].

    The weight is π_old / π_rollout, brought into [F, C], or with ``rollout_beyond: drop`` the ratio
    itself where it lies there and 0 elsewhere; it has no gradient.

    Args:
        inputs: of the minibatch.
        settings: ``rollout_cap`` C, ``rollout_floor`` F, ``rollout_level``, ``rollout_beyond``.

    Returns:
        The weights; None if no cap is set.

    Raises:
        AlgorithmInputError: if a cap is set and what it needs is missing.
    """
    cap = settings.rollout_cap
    if cap is None:
        return None
    if inputs.rollout_logp is None:
        raise missing("rollout_logp", "rollout_cap", cap, off="None")
    mask = inputs.mask
    old_logp = inputs.old_logp.masked_fill(~mask, 0.0)
    difference = (old_logp - inputs.rollout_logp.masked_fill(~mask, 0.0)).detach()
    if settings.rollout_level != "token":
        difference = pool(difference, inputs, "rollout_level", settings.rollout_level, "sum")
    ratio = torch.exp(difference)
    if settings.rollout_beyond == "drop":
        return ratio * ((ratio >= settings.rollout_floor) & (ratio <= cap))
    return ratio.clamp(settings.rollout_floor, cap)


def pool(x: Tensor, inputs: LossInputs, setting: str, level: str, pooling: str) -> Tensor:
    """Take the mean or sum of a quantity over each row's or trajectory's tokens.

    Args:
        x: one number a token, 0 outside the mask [N, T].
        inputs: of the minibatch: mask and trajectories.
        setting: the hyper-parameter that asks for it, for the error.
        level: ``row`` or ``trajectory``.
        pooling: ``mean`` or ``sum``.

    Returns:
        The same number at each token of a row or trajectory, 0 outside the mask [N, T].

    Raises:
        AlgorithmInputError: if trajectories are asked for and weren't given.
    """
    mask = inputs.mask
    total, count = x.sum(dim=1), mask.sum(dim=1).to(x.dtype)
    if level == "trajectory":
        totals, of_row = trajectory_totals(
            torch.stack((total, count), dim=1), inputs.trajectory, setting=setting
        )
        total, count = totals[of_row].unbind(dim=1)
    if pooling == "mean":
        total = total / count.clamp(min=1.0)
    return total[:, None].expand(x.shape).masked_fill(~mask, 0.0)

"""Gains of other kinds than the clipped surrogate's, for `surrogate_loss`.

Source: Chen et al. 2025, MiniMax-M1 (arXiv 2506.13585 v1), Section 3.1 (clipped weight); Zhao et
al. 2025, Geometric-Mean Policy Optimization (arXiv 2507.20673 v1); Gao et al. 2025, Soft Adaptive
Policy Optimization (arXiv 2511.20347 v1); Chu et al. 2025, GPG (arXiv 2504.02546 v1).

Symbols: N rows, T tokens a row, ρ importance ratio, d = log ρ of a token, Â advantage, sg that what
stands in it has no gradient, σ the logistic function, τ temperature.
"""

import torch
from torch import Tensor

from algorithms.losses.ratios import pool
from algorithms.losses.surrogate import Gain, Terms
from algorithms.surrogate import ClippedSurrogate


def clipped_weight_gain(terms: Terms, settings: ClippedSurrogate) -> Gain:
    """Compute sg(clip(ρ, 1 − low, 1 + high)) Â log π, as CISPO does: no token's gradient is cut."""
    weight = terms.ratio.detach().clamp(1.0 - settings.clip_low, 1.0 + settings.clip_high)
    return Gain(gain=weight * terms.advantage * terms.logp, cut=weight != terms.ratio)


def score_gain(terms: Terms, _: ClippedSurrogate) -> Gain:
    """Compute Â log π, the policy gradient without any ratio, as GPG does."""
    return Gain(gain=terms.advantage * terms.logp, cut=torch.zeros_like(terms.logp))


def geometric_mean_gain(terms: Terms, settings: ClippedSurrogate) -> Gain:
    """Compute exp(mean_t d̃_t) Â, as GMPO does: tokens are clipped before their mean is taken.

    d̃ is min(d, high) where Â is positive and max(d, −low) where it is negative: the ranges are of
    the logarithm of the ratio. The mean is over a row or trajectory, as ``ratio_level`` says.
    """
    difference = terms.logp - terms.old_logp
    bounded = torch.where(
        terms.advantage >= 0.0,
        difference.clamp(max=settings.clip_high),
        difference.clamp(min=-settings.clip_low),
    )
    pooled = bounded
    if settings.ratio_level != "token":
        level = settings.ratio_level
        pooled = pool(bounded, terms.inputs, "ratio_level", level, settings.ratio_pooling)
    return Gain(gain=torch.exp(pooled) * terms.advantage, cut=bounded != difference)


def soft_gate_gain(terms: Terms, *, positive: float, negative: float) -> Gain:
    """Compute (4/τ) σ(τ(ρ − 1)) Â, as SAPO does: its gradient fades as ρ leaves 1.

    Args:
        terms: of the minibatch.
        positive: τ where Â is above 0.
        negative: τ elsewhere.
    """
    gate = torch.where(
        terms.advantage > 0.0, _gate(terms.ratio, positive), _gate(terms.ratio, negative)
    )
    return Gain(gain=gate * terms.advantage, cut=torch.zeros_like(terms.ratio))


def _gate(ratio: Tensor, temperature: float) -> Tensor:
    return torch.sigmoid(temperature * (ratio - 1.0)) * (4.0 / temperature)

"""The policy's loss: what its samples gain, less the penalties.

Source: Schulman et al. 2017 (arXiv 1707.06347 v2), Eq. 7 (clipping) and Eq. 9 (entropy bonus); Shao
et al. 2024 (arXiv 2402.03300 v3), Eq. 3 and 4 (reference penalty); Ye et al. 2020, Mastering
Complex Control in MOBA Games with Deep Reinforcement Learning (arXiv 1912.09729), its dual-clip
objective.

Symbols: N rows (steps), T tokens a row, ρ importance ratio, Â advantage, c dual clip.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from algorithms.losses.divergence import kl_estimate
from algorithms.losses.inputs import LossInputs, Metrics, missing
from algorithms.losses.ratios import importance_ratio, rollout_correction
from algorithms.losses.weighting import token_weights
from algorithms.surrogate import ClippedSurrogate


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Terms:
    """What a gain is made of; every tensor is 0 (a ratio 1) outside the mask.

    Attributes:
        inputs: of the minibatch.
        logp: log π, with gradient [N, T].
        old_logp: log π_old [N, T].
        advantage: Â [N, 1] or [N, T].
        ratio: ρ at the level that the settings ask for, with gradient [N, T].
    """

    inputs: LossInputs
    logp: Tensor
    old_logp: Tensor
    advantage: Tensor
    ratio: Tensor


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gain:
    """What each token gains, and where that was cut off.

    Attributes:
        gain: what the policy raises, with gradient [N, T].
        cut: true or a share in [0, 1] where the gain was cut off [N, T].
    """

    gain: Tensor
    cut: Tensor


GainOf = Callable[[Terms, ClippedSurrogate], Gain]
"""How terms become a gain; the one thing in which policy losses differ."""


def clipped_gain(terms: Terms, settings: ClippedSurrogate) -> Gain:
    """Compute min(ρÂ, clip(ρ, 1 − low, 1 + high)Â) and, for Â < 0, no less than cÂ."""
    unclipped = terms.ratio * terms.advantage
    bounded = terms.ratio.clamp(1.0 - settings.clip_low, 1.0 + settings.clip_high)
    clipped = bounded * terms.advantage
    gain, cut = torch.minimum(unclipped, clipped), clipped < unclipped  # 2017, Eq. 7
    if settings.dual_clip is not None:
        floor = settings.dual_clip * terms.advantage
        beyond = (terms.advantage < 0.0) & (gain < floor)
        gain, cut = torch.where(beyond, floor, gain), cut | beyond
    return Gain(gain=gain, cut=cut)


def surrogate_loss(
    inputs: LossInputs, settings: ClippedSurrogate, gain_of: GainOf = clipped_gain
) -> tuple[Tensor, Metrics]:
    """Compute −E[gain] + β KL − c H.

    Args:
        inputs: tensors of the minibatch.
        settings: clip ranges, ratio level, coefficients, estimator, aggregation, correction.
        gain_of: what a token gains; by default the clipped surrogate.

    Returns:
        The loss, a scalar, and its metrics: ``policy_loss``, ``clip_fraction`` (share of tokens
        whose gain is cut off), ``approx_kl`` (from π_old, by k3), where the tensors were given
        ``ref_kl`` and ``entropy``, and with a correction ``rollout_weight``, its mean.

    Raises:
        AlgorithmInputError: if a setting needs a tensor that is missing.
    """
    mask, terms = inputs.mask, _terms(inputs, settings)
    weight = _weight(inputs, settings)
    share = weight if settings.aggregate != "constant" else token_weights(mask, "token")
    found = gain_of(terms, settings)
    correction = rollout_correction(inputs, settings)
    gain = found.gain if correction is None else correction * found.gain
    loss = policy_loss = -(weight * gain).sum()
    metrics = {
        "policy_loss": policy_loss.detach(),
        "clip_fraction": (share * found.cut).sum().detach(),
        "approx_kl": (share * kl_estimate(terms.old_logp, terms.logp, "k3")).sum().detach(),
    }
    if correction is not None:
        metrics["rollout_weight"] = (share * correction).sum()
    return _penalised(loss, metrics, terms, settings, weight)


def _penalised(
    loss: Tensor, metrics: Metrics, terms: Terms, settings: ClippedSurrogate, weight: Tensor
) -> tuple[Tensor, Metrics]:
    inputs = terms.inputs
    in_loss = settings.kl_coefficient > 0.0 and settings.kl_place == "loss"
    if inputs.ref_logp is not None:
        ref_logp = inputs.ref_logp.masked_fill(~inputs.mask, 0.0)
        ref_kl = (weight * kl_estimate(terms.logp, ref_logp, settings.kl_estimator)).sum()
        if settings.kl_place == "loss":
            loss = loss + settings.kl_coefficient * ref_kl
        metrics["ref_kl"] = ref_kl.detach()
    elif in_loss:
        raise missing("ref_logp", "kl_coefficient", settings.kl_coefficient)
    if inputs.entropy is not None:
        entropy = (weight * inputs.entropy.masked_fill(~inputs.mask, 0.0)).sum()
        loss = loss - settings.entropy_coefficient * entropy
        metrics["entropy"] = entropy.detach()
    elif settings.entropy_coefficient > 0.0:
        raise missing("entropy", "entropy_coefficient", settings.entropy_coefficient)
    return loss, metrics


def _terms(inputs: LossInputs, settings: ClippedSurrogate) -> Terms:
    mask = inputs.mask
    logp = inputs.logp.masked_fill(~mask, 0.0)
    advantage = inputs.advantage.to(logp.dtype)
    return Terms(
        inputs=inputs,
        logp=logp,
        old_logp=inputs.old_logp.masked_fill(~mask, 0.0),
        advantage=advantage[:, None] if advantage.ndim == 1 else advantage.masked_fill(~mask, 0.0),
        ratio=importance_ratio(inputs, settings),
    )


def _weight(inputs: LossInputs, settings: ClippedSurrogate) -> Tensor:
    if inputs.weight is not None:
        return inputs.weight
    return token_weights(
        inputs.mask,
        settings.aggregate,
        inputs.logp.dtype,
        length_constant=settings.length_constant,
        trajectory=inputs.trajectory,
    )

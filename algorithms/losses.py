"""Turn advantages into a scalar to descend; the one module of this floor that imports torch.

One implementation serves language models (T tokens a row) and policies that choose among listed
actions (T = 1). A minibatch's loss is a weighted sum over its tokens, so accumulated gradients
equal the full batch's if the weights are taken over the full batch and then sliced.

Source: Schulman et al. 2017 (arXiv 1707.06347 v2), Eq. 6 (ratio), 7 (clipping), 9 (value error,
entropy bonus); Shao et al. 2024 (arXiv 2402.03300 v3), Eq. 3 and 4 (reference penalty);
Schulman 2020, Approximating KL Divergence (k1, k2, k3).

Symbols: N rows (steps), T tokens a row, π the policy, π_old the one that acted, π_ref the
reference policy.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from algorithms.errors import AlgorithmInputError
from algorithms.surrogate import ClippedSurrogate

__all__ = ["LossInputs", "Metrics", "Tensor", "surrogate_loss", "token_weights", "value_loss"]

Metrics = dict[str, Tensor]
"""Detached scalars by name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LossInputs:
    """Carry the tensors of a minibatch; `None` where an algorithm or setting needs none."""

    logp: Tensor
    """[N, T] log π of each token that was sampled, with gradient."""
    old_logp: Tensor
    """[N, T] log π_old of the same tokens."""
    advantage: Tensor
    """[N] one a row, or [N, T] one a token."""
    mask: Tensor
    """[N, T] true at tokens that count; what stands elsewhere is not read."""
    ref_logp: Tensor | None = None
    """[N, T] log π_ref of the same tokens; needed if kl_coefficient > 0."""
    entropy: Tensor | None = None
    """[N, T] entropy of π before each token, with gradient; needed if entropy_coefficient > 0."""
    value: Tensor | None = None
    """[N] the critic's value of each row's state, with gradient; needed by a critic's loss."""
    old_value: Tensor | None = None
    """[N] what the critic said when the step was taken; needed if values are clipped."""
    value_target: Tensor | None = None
    """[N] what it should have said; needed by a critic's loss."""
    weight: Tensor | None = None
    """[N, T] weight of each token, from the full batch by `token_weights`; None: this one."""
    row_weight: Tensor | None = None
    """[N] weight of each row in the value error; None: all rows of this batch alike."""

    def __post_init__(self) -> None:
        """Check the shapes."""
        if self.logp.ndim != 2:
            raise AlgorithmInputError(
                f"logp has shape {tuple(self.logp.shape)}; expected [rows, tokens]."
            )
        rows, tokens = self.logp.shape
        for name in ("old_logp", "mask", "ref_logp", "entropy", "weight"):
            _require_shape(name, getattr(self, name), (rows, tokens))
        for name in ("value", "old_value", "value_target", "row_weight"):
            _require_shape(name, getattr(self, name), (rows,))
        if self.advantage.ndim == 2:
            _require_shape("advantage", self.advantage, (rows, tokens))
        else:
            _require_shape("advantage", self.advantage, (rows,))
        if self.mask.dtype != torch.bool:
            raise AlgorithmInputError(f"mask has dtype {self.mask.dtype}; expected torch.bool.")


def token_weights(mask: Tensor, aggregate: str, dtype: torch.dtype = torch.float32) -> Tensor:
    """Give each token its weight in the batch's mean.

    Args:
        mask: true at tokens that count [N, T].
        aggregate: ``token``: all tokens alike; ``row``: all rows that have tokens alike, and the
            tokens of a row alike.
        dtype: of the result.

    Returns:
        Weights that sum to 1, 0 outside the mask [N, T]; all 0 if the mask is empty.
    """
    counts = mask.to(dtype)
    if aggregate == "token":
        return counts / counts.sum().clamp(min=1.0)
    per_row = counts.sum(dim=1, keepdim=True)
    rows = (per_row > 0).sum().clamp(min=1)
    return counts / per_row.clamp(min=1.0) / rows


def kl_estimate(logp: Tensor, ref_logp: Tensor, estimator: str) -> Tensor:
    """Estimate KL(π‖π_ref) at each token that π sampled.

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


def surrogate_loss(inputs: LossInputs, settings: ClippedSurrogate) -> tuple[Tensor, Metrics]:
    """Compute −E[min(ρA, clip(ρ, 1 − low, 1 + high)A)] + β KL − c H, with ρ = π / π_old.

    Args:
        inputs: tensors of the minibatch.
        settings: clip ranges, coefficients, estimator, aggregation.

    Returns:
        The loss, a scalar, and its metrics: ``policy_loss``, ``clip_fraction`` (share of tokens
        whose ratio is cut off), ``approx_kl`` (from π_old, by k3), and where the tensors were given
        ``ref_kl`` and ``entropy``.

    Raises:
        AlgorithmInputError: if a coefficient is positive and the tensor that it weighs is missing.
    """
    mask = inputs.mask
    weight = inputs.weight
    if weight is None:
        weight = token_weights(mask, settings.aggregate, inputs.logp.dtype)
    logp = inputs.logp.masked_fill(~mask, 0.0)
    old_logp = inputs.old_logp.masked_fill(~mask, 0.0)
    advantage = inputs.advantage.to(logp.dtype)
    advantage = advantage[:, None] if advantage.ndim == 1 else advantage.masked_fill(~mask, 0.0)

    ratio = torch.exp(logp - old_logp)  # Eq. 6
    unclipped = ratio * advantage
    clipped = ratio.clamp(1.0 - settings.clip_low, 1.0 + settings.clip_high) * advantage
    loss = policy_loss = -(weight * torch.minimum(unclipped, clipped)).sum()  # Eq. 7
    metrics = {
        "policy_loss": policy_loss.detach(),
        "clip_fraction": (weight * (clipped < unclipped)).sum().detach(),
        "approx_kl": (weight * kl_estimate(old_logp, logp, "k3")).sum().detach(),
    }
    if inputs.ref_logp is not None:
        ref_logp = inputs.ref_logp.masked_fill(~mask, 0.0)
        ref_kl = (weight * kl_estimate(logp, ref_logp, settings.kl_estimator)).sum()
        loss = loss + settings.kl_coefficient * ref_kl
        metrics["ref_kl"] = ref_kl.detach()
    elif settings.kl_coefficient > 0.0:
        raise _missing("ref_logp", "kl_coefficient", settings.kl_coefficient)
    if inputs.entropy is not None:
        entropy = (weight * inputs.entropy.masked_fill(~mask, 0.0)).sum()
        loss = loss - settings.entropy_coefficient * entropy
        metrics["entropy"] = entropy.detach()
    elif settings.entropy_coefficient > 0.0:
        raise _missing("entropy", "entropy_coefficient", settings.entropy_coefficient)
    return loss, metrics


def value_loss(inputs: LossInputs, value_clip: float | None) -> tuple[Tensor, Metrics]:
    """Compute half the squared error of the critic, E[max((V − y)², (clip(V) − y)²)] / 2.

    clip(V) keeps the new value within ``value_clip`` of what the critic said when it acted.

    Args:
        inputs: tensors of the minibatch, with value and value_target.
        value_clip: greatest change of a value that counts; None: values are not clipped.

    Returns:
        The loss, a scalar, and its metrics ``value_loss`` and ``value_clip_fraction`` (share of
        rows whose clipped error is the greater).

    Raises:
        AlgorithmInputError: if value, value_target, or with clipping old_value is missing.
    """
    if inputs.value is None or inputs.value_target is None:
        raise AlgorithmInputError(
            "an algorithm with a critic needs value and value_target in its loss; give both [rows]."
        )
    value = inputs.value
    weight = inputs.row_weight
    if weight is None:
        weight = torch.full_like(value, 1.0 / max(value.numel(), 1)).detach()
    error = (value - inputs.value_target) ** 2
    worst = error
    if value_clip is not None:
        if inputs.old_value is None:
            raise _missing("old_value", "value_clip", value_clip, off="None")
        change = (value - inputs.old_value).clamp(-value_clip, value_clip)
        worst = torch.maximum(error, (inputs.old_value + change - inputs.value_target) ** 2)
    loss = 0.5 * (weight * worst).sum()
    clip_fraction = (weight * (worst > error)).sum()
    return loss, {"value_loss": loss.detach(), "value_clip_fraction": clip_fraction.detach()}


def _require_shape(name: str, tensor: Tensor | None, shape: tuple[int, ...]) -> None:
    if tensor is not None and tuple(tensor.shape) != shape:
        letters = "[rows, tokens]" if len(shape) == 2 else "[rows]"
        raise AlgorithmInputError(
            f"{name} has shape {tuple(tensor.shape)}; logp asks for {letters} = {shape}."
        )


def _missing(tensor: str, setting: str, given: float, off: str = "0") -> AlgorithmInputError:
    return AlgorithmInputError(
        f"{setting} is {given:g}, which needs {tensor}, and none was given. "
        f"Give {tensor} or set {setting} to {off}."
    )

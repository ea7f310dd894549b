"""Carry the tensors of a minibatch, with their shapes checked."""

from dataclasses import dataclass

import torch
from torch import Tensor

from algorithms.errors import AlgorithmInputError

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
    """[N, T] log π_ref of the same tokens; needed if kl_coefficient > 0 and it is in the loss."""
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
    rollout_logp: Tensor | None = None
    """[N, T] log of the probability with which the engine that played sampled the same tokens,
    where it is not quite π_old's; needed if rollout_cap is set."""
    trajectory: Tensor | None = None
    """[N] integer id of each row's trajectory; needed if a ratio is taken over trajectories, all
    of whose rows must then be in the minibatch."""

    def __post_init__(self) -> None:
        """Check the shapes."""
        if self.logp.ndim != 2:
            raise AlgorithmInputError(
                f"logp has shape {tuple(self.logp.shape)}; expected [rows, tokens]."
            )
        rows, tokens = self.logp.shape
        for name in ("old_logp", "mask", "ref_logp", "entropy", "weight", "rollout_logp"):
            _require_shape(name, getattr(self, name), (rows, tokens))
        for name in ("value", "old_value", "value_target", "row_weight", "trajectory"):
            _require_shape(name, getattr(self, name), (rows,))
        if self.advantage.ndim == 2:
            _require_shape("advantage", self.advantage, (rows, tokens))
        else:
            _require_shape("advantage", self.advantage, (rows,))
        if self.mask.dtype != torch.bool:
            raise AlgorithmInputError(f"mask has dtype {self.mask.dtype}; expected torch.bool.")


def missing(tensor: str, setting: str, given: object, off: str = "0") -> AlgorithmInputError:
    """Make the error for a setting whose tensor was not given.

    Args:
        tensor: what is missing.
        setting: the hyper-parameter that needs it.
        given: the hyper-parameter's value.
        off: the value with which it needs none.
    """
    told = f"{given:g}" if isinstance(given, float) else f"{given}"
    return AlgorithmInputError(
        f"{setting} is {told}, which needs {tensor}, and none was given. "
        f"Give {tensor} or set {setting} to {off}."
    )


def _require_shape(name: str, tensor: Tensor | None, shape: tuple[int, ...]) -> None:
    if tensor is not None and tuple(tensor.shape) != shape:
        letters = "[rows, tokens]" if len(shape) == 2 else "[rows]"
        raise AlgorithmInputError(
            f"{name} has shape {tuple(tensor.shape)}; logp asks for {letters} = {shape}."
        )

"""The error of a critic."""

import torch
from torch import Tensor

from algorithms.errors import AlgorithmInputError
from algorithms.losses.inputs import LossInputs, Metrics, missing


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
            raise missing("old_value", "value_clip", value_clip, off="None")
        change = (value - inputs.old_value).clamp(-value_clip, value_clip)
        worst = torch.maximum(error, (inputs.old_value + change - inputs.value_target) ** 2)
    loss = 0.5 * (weight * worst).sum()
    clip_fraction = (weight * (worst > error)).sum()
    return loss, {"value_loss": loss.detach(), "value_clip_fraction": clip_fraction.detach()}

"""Refuse a loss that can't be descended, before it spoils the weights."""

import torch
from torch import Tensor

from algorithms import Algorithm
from algorithms.errors import AlgorithmContractError


def usable_loss(loss: Tensor, algorithm: Algorithm) -> Tensor:
    """Return an algorithm's loss, a finite scalar.

    Raises:
        AlgorithmContractError: it is anything else.
    """
    name = type(algorithm).__name__
    if loss.shape != ():
        raise AlgorithmContractError(
            f"the loss of {name} has shape {tuple(loss.shape)}; expected a scalar. Take a mean: "
            "algorithms.losses.surrogate_loss does, by the algorithm's aggregate."
        )
    if not torch.isfinite(loss):
        raise AlgorithmContractError(
            f"the loss of {name} is {loss.item()}; expected a finite number. Look for a logarithm "
            "or a quotient of 0, and for a ratio that grows without a bound."
        )
    return loss

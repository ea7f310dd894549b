"""Adam over named weights, with a state that a checkpoint can hold."""

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn


class Optimiser:
    """Adam (arXiv 1412.6980) with the gradient's length bounded."""

    def __init__(self, module: nn.Module, *, learning_rate: float, max_grad_norm: float) -> None:
        self._names = [name for name, _ in module.named_parameters()]
        self._weights = [weight for _, weight in module.named_parameters()]
        self._adam = torch.optim.Adam(self._weights, lr=learning_rate, foreach=True)
        self._max_grad_norm = max_grad_norm

    def clear(self) -> None:
        """Forget the gradients."""
        self._adam.zero_grad(set_to_none=True)

    def step(self) -> float:
        """Follow the gradients; return their length before it was bounded."""
        norm = nn.utils.clip_grad_norm_(self._weights, self._max_grad_norm, foreach=True)
        self._adam.step()
        return float(norm)

    def state(self) -> dict[str, NDArray[np.generic]]:
        """Return the moments and step counts by weight name; empty before the first step."""
        arrays: dict[str, NDArray[np.generic]] = {}
        for name, weight in zip(self._names, self._weights, strict=True):
            for part, tensor in self._adam.state.get(weight, {}).items():
                arrays[f"{name}.{part}"] = tensor.numpy().copy()
        return arrays

    def load_state(self, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from what ``state`` returned."""
        self._adam.state.clear()
        for name, weight in zip(self._names, self._weights, strict=True):
            parts = ("step", "exp_avg", "exp_avg_sq")
            if f"{name}.step" in arrays:
                self._adam.state[weight] = {
                    part: torch.from_numpy(arrays[f"{name}.{part}"].copy()) for part in parts
                }


def descend(loss: Tensor, *optimisers: Optimiser) -> list[float]:
    """Take one step down the loss in each optimiser's weights; return the gradients' lengths."""
    for optimiser in optimisers:
        optimiser.clear()
    loss.backward()  # type: ignore[no-untyped-call]
    return [optimiser.step() for optimiser in optimisers]

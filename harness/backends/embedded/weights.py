"""Networks and optimisers as the arrays of a checkpoint, and back."""

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from harness.backends.embedded.optimiser import Optimiser
from harness.errors import RunError

Arrays = Mapping[str, NDArray[np.generic]]


def arrays_of(
    modules: Mapping[str, nn.Module], optimisers: Mapping[str, Optimiser]
) -> dict[str, NDArray[np.generic]]:
    """Return weights and moments, each below the name of what it belongs to."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, module in modules.items():
        for key, tensor in module.state_dict().items():
            arrays[f"{name}.{key}"] = tensor.numpy().copy()
    for name, steps in optimisers.items():
        arrays.update({f"{name}.{key}": array for key, array in steps.state().items()})
    return arrays


def put_arrays(
    arrays: Arrays, modules: Mapping[str, nn.Module], optimisers: Mapping[str, Optimiser]
) -> None:
    """Put back what ``arrays_of`` returned.

    Raises:
        RunError: the arrays are of networks of another shape.
    """
    try:
        for name, module in modules.items():
            module.load_state_dict(
                {key: torch.from_numpy(np.array(a)) for key, a in _below(arrays, name).items()}
            )
        for name, steps in optimisers.items():
            steps.load_state(_below(arrays, name))
    except (RuntimeError, KeyError) as error:
        raise RunError(
            "the checkpoint holds other weights than the configuration asks for: "
            f"{str(error).splitlines()[-1].strip()} It is of another run or version."
        ) from error


def _below(arrays: Arrays, name: str) -> dict[str, NDArray[np.generic]]:
    prefix = f"{name}."
    return {key[len(prefix) :]: array for key, array in arrays.items() if key.startswith(prefix)}

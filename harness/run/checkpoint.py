"""Checkpoints: arrays and a few words in one safetensors file, written whole or not at all."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from harness.errors import RunError
from harness.run.atomic import write_atomically
from harness.run.journal import canonical

Arrays = Mapping[str, NDArray[np.generic]]

_PLACE = "place"


def save_checkpoint(path: Path, arrays: Arrays, place: Mapping[str, object]) -> bytes:
    """Write arrays together with where the run stood, in one atomic step; return what was written.

    Args:
        path: the file.
        arrays: what ``Backend.state`` returned.
        place: JSON values: batch number, lengths of journals, position of the ledger.
    """
    contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    # ascontiguousarray makes scalars one-dimensional; the shapes are given back here.
    shaped = {name: array.reshape(arrays[name].shape) for name, array in contiguous.items()}
    data: bytes = save(shaped, metadata={_PLACE: canonical(place)})
    write_atomically(path, data)
    return data


def load_checkpoint(path: Path) -> tuple[dict[str, NDArray[np.generic]], dict[str, object]]:
    """Read a checkpoint.

    Returns:
        The arrays and the place.

    Raises:
        RunError: the file is missing, cut off, or no checkpoint.
    """
    try:
        with safe_open(str(path), framework="numpy") as file:
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            place = json.loads((file.metadata() or {})[_PLACE])
    except FileNotFoundError as error:
        raise RunError(
            f"there is no checkpoint {str(path)!r}. Train the run first, or name another run."
        ) from error
    except (SafetensorError, OSError, KeyError, ValueError) as error:
        raise RunError(
            f"the checkpoint {str(path)!r} can't be read: {error}. "
            "It was cut off or changed; restore it, or start the run again in a new folder."
        ) from error
    return arrays, place


def weights_hash(arrays: Arrays) -> str:
    """Return SHA-256 over the policy's weights, by name."""
    digest = hashlib.sha256()
    for name in sorted(key for key in arrays if key.startswith("actor.")):
        digest.update(name.encode() + b"\x00" + arrays[name].tobytes())
    return digest.hexdigest()

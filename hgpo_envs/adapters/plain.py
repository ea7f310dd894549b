"""Plain values of what other packages tell."""

import numpy as np

from hgpo_envs.errors import EnvInputError


def plain(value: object, name: str) -> object:
    """Return a value as str, int, float, bool, None, or tuples and dicts of such.

    Args:
        value: may have numbers and arrays of NumPy in it.
        name: what messages call it.

    Raises:
        EnvInputError: it has something else in it.

    Example:
        >>> plain({"scores": np.array([1, 2])}, "facts")
        {'scores': (1, 2)}
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if value is None or type(value) in {str, int, float, bool}:
        return value
    if isinstance(value, list | tuple):
        return tuple(plain(held, f"{name}[{place}]") for place, held in enumerate(value))
    if isinstance(value, dict):
        return {str(key): plain(held, f"{name}[{key!r}]") for key, held in value.items()}
    raise EnvInputError(
        f"{name} is a {type(value).__name__}; expected plain values, which can be sent to other "
        "processes: text, numbers, bools, None, and lists and dicts of such."
    )

"""A Gymnasium space of all Unicode text up to a length."""

from typing import NoReturn

import numpy as np
from gymnasium.error import CustomSpaceError
from gymnasium.spaces import Box, Text
from gymnasium.spaces.utils import flatten, flatten_space, unflatten
from gymnasium.vector.utils import create_shared_memory
from numpy.typing import NDArray

CODE_POINTS = 0x110000
"""How many characters Unicode has room for; also what fills a flat text up behind its end."""

PRINTABLE = "".join(map(chr, range(32, 127))) + "\t\n"
"""What samples are made of."""


class UnicodeText(Text):
    r"""Every ``str`` of at most ``max_length`` characters.

    Gymnasium's own ``Text`` allows letters and digits unless it is given a character set, and
    a set that holds all of Unicode would be a million entries. This one samples printable
    ASCII and contains every string. Gymnasium's functions of spaces take it as they take
    ``Text``; it flattens to code points.

    Example:
        >>> "cabinet № 1\n" in UnicodeText(100)
        True
    """

    def __init__(self, max_length: int = 65_536, *, seed: int | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=PRINTABLE, seed=seed)

    def contains(self, x: object) -> bool:
        """Tell whether ``x`` is a string that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnicodeText) and other.max_length == self.max_length

    __hash__ = None  # type: ignore[assignment]


@flatten_space.register(UnicodeText)
def _flat_space(space: UnicodeText) -> Box:
    return Box(low=0, high=CODE_POINTS, shape=(space.max_length,), dtype=np.int32)


@flatten.register(UnicodeText)
def _flat(space: UnicodeText, text: str) -> NDArray[np.int32]:  # type: ignore[misc]
    flat = np.full(space.max_length, CODE_POINTS, dtype=np.int32)
    flat[: len(text)] = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<i4")
    return flat


@unflatten.register(UnicodeText)
def _text(space: UnicodeText, flat: NDArray[np.int32]) -> str:  # type: ignore[misc]
    written = flat[flat < CODE_POINTS].astype("<i4")
    return written.tobytes().decode("utf-32-le", "surrogatepass")


@create_shared_memory.register(UnicodeText)
def _no_shared_memory(space: UnicodeText, n: int = 1, ctx: object = None) -> NoReturn:
    # Gymnasium reads a Text from shared memory once, when it is made, and never again: every
    # observation would be the first one.
    raise CustomSpaceError("text can't be kept in shared memory; use shared_memory=False")

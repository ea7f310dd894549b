"""A Gymnasium space of all Unicode text up to a length."""

import string

from gymnasium.spaces import Text


class UnicodeText(Text):
    r"""Every ``str`` of at most ``max_length`` characters.

    Gymnasium's own ``Text`` allows letters and digits unless it is given a character set, and
    a set that holds all of Unicode would be a million entries. This one samples printable
    ASCII and contains every string. It is a subclass, so Gymnasium's space functions
    (``batch_space``, ``create_empty_array``, ...) take it as they take ``Text``.

    Example:
        >>> "cabinet № 1\n" in UnicodeText(100)
        True
    """

    def __init__(self, max_length: int = 65_536, *, seed: int | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=string.printable, seed=seed)

    def contains(self, x: object) -> bool:
        """Tell whether ``x`` is a string that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnicodeText) and other.max_length == self.max_length

    __hash__ = None  # type: ignore[assignment]

"""What the reward needs of whatever finds the nouns of a title."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

Nouns: TypeAlias = Callable[[str], Sequence[str]]
"""Gives the nouns of a title in lower case, in the order of the text, repeated as there."""

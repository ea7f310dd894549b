"""Tell whether two texts say the same, deciding exactly as thefuzz 0.19 on difflib does.

The measure is thefuzz's ``token_set_ratio``: of two sets of words, the words in common, and each
whole set with those first, are compared pair by pair as sorted texts; the best similarity counts,
in per cent. difflib is slow, so it is asked only where cheap bounds leave the answer open.
"""

import re
from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

ALIKE_ABOVE = 85
"""Per cent; two texts above it say the same."""

_NOT_OF_A_WORD = re.compile(r"\W")
_LATIN_1 = dict.fromkeys(range(0x80, 0x100))
"""What thefuzz deletes where it means to keep only ASCII."""


class _Trio(NamedTuple):
    """What two texts have in common, and each whole text with that first."""

    shared: str
    first: str
    second: str


@lru_cache(maxsize=1 << 14)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a text: lower case, split at what is neither letter, digit nor ``_``.

    Characters from U+0080 to U+00FF are deleted first.

    Example:
        >>> sorted(words_of("Crème 8-Ounce (Pack of 2)"))
        ['2', '8', 'crme', 'of', 'ounce', 'pack']
    """
    return frozenset(_NOT_OF_A_WORD.sub(" ", text.translate(_LATIN_1)).lower().split())


def token_set_ratio(first: str, second: str) -> int:
    """Return how similar two texts are, in per cent; 0 where one has no word.

    Example:
        >>> token_set_ratio("large", "x-large"), token_set_ratio("dark red", "redwood")
        (100, 40)
    """
    trio = _trio(first, second)
    if trio is None:
        return 0
    if _nested(trio):
        return 100
    return max(
        _ratio(trio.shared, trio.first),
        _ratio(trio.shared, trio.second),
        _ratio(trio.first, trio.second),
    )


@lru_cache(maxsize=1 << 16)
def alike(first: str, second: str) -> bool:
    """Whether ``token_set_ratio`` is above 85.

    Example:
        >>> alike("8 ounce (pack of 1)", "8 ounce (pack of 6)"), alike("blue", "black")
        (True, False)
    """
    trio = _trio(first, second)
    if trio is None:
        return False
    if _nested(trio):
        return True
    return any(
        _may_be_alike(one, other) and _ratio(one, other) > ALIKE_ABOVE
        for one, other in (
            (trio.first, trio.second),
            (trio.shared, trio.first),
            (trio.shared, trio.second),
        )
    )


def _trio(first: str, second: str) -> _Trio | None:
    words, others = words_of(first), words_of(second)
    if not words or not others:
        return None
    shared = " ".join(sorted(words & others))
    mine, theirs = " ".join(sorted(words - others)), " ".join(sorted(others - words))
    return _Trio(shared, f"{shared} {mine}".strip(), f"{shared} {theirs}".strip())


def _nested(trio: _Trio) -> bool:
    """Whether one text's words are all in the other."""
    return bool(trio.shared) and trio.shared in {trio.first, trio.second}


def _may_be_alike(one: str, other: str) -> bool:
    """Whether the similarity can be above the limit, from lengths and characters alone.

    difflib finds at most what the texts have in common, and less in long ones, where it passes
    frequent characters over.
    """
    enough = (ALIKE_ABOVE + 0.5) * (len(one) + len(other)) / 200 - 1e-9
    if min(len(one), len(other)) < enough:
        return False
    return (Counter(one) & Counter(other)).total() >= enough


def _ratio(one: str, other: str) -> int:
    if not one or not other:
        return 0
    return round(100 * SequenceMatcher(None, one, other).ratio())

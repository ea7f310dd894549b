"""Strings as numbers: every text is met once, tokenised once, and known by its id after that."""

import re
import zlib
from array import array
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_WORD = re.compile(r"[^\W\d_]+|\d+")
EMPTY = 0
#: What of a text is read: the head of a long page says what it is.
MOST_CHARACTERS = 4096


@lru_cache(maxsize=65_536)
def _bucket(feature: str, buckets: int) -> int:
    return zlib.crc32(feature.encode()) % buckets


def features(text: str, buckets: int) -> tuple[int, ...]:
    """Return the hashed words of a text, and its word-number pairs (``cabinet 1``).

    Args:
        text: any text, its first `MOST_CHARACTERS`; case and punctuation don't count.
        buckets: size of the vocabulary that words are hashed into (CRC-32).

    Returns:
        Bucket numbers in reading order, doubles kept; never empty.
    """
    words = _WORD.findall(text[:MOST_CHARACTERS].lower())
    pairs = [f"{a} {b}" for a, b in pairwise(words) if b.isdigit()]
    return tuple(_bucket(feature, buckets) for feature in (*words, *pairs)) or (
        _bucket("", buckets),
    )


class StringTable:
    """Gives every distinct text a small id and keeps its features.

    Ids are given in the order of first sight, and nothing that is computed depends on them, so
    two runs that meet texts in another order still compute the same numbers.
    """

    def __init__(self, buckets: int) -> None:
        """Start with the empty text as id 0."""
        self.buckets = buckets
        self._ids: dict[str, int] = {}
        self._lists: dict[tuple[str, ...], Ints] = {}
        self._flat = array("q")
        self._ends = array("q", [0])
        self.id("")

    def __len__(self) -> int:
        return len(self._ends) - 1

    @property
    def features(self) -> int:
        """How many features are kept in all; it grows with every new text."""
        return len(self._flat)

    def clear(self) -> None:
        """Forget all texts: their ids mean nothing after that."""
        self._ids.clear()
        self._lists.clear()
        self._flat = array("q")
        self._ends = array("q", [0])
        self.id("")

    def id(self, text: str) -> int:
        """Return the id of a text."""
        known = self._ids.get(text)
        if known is None:
            known = self._ids[text] = len(self)
            self._flat.extend(features(text, self.buckets))
            self._ends.append(len(self._flat))
        return known

    def ids(self, texts: tuple[str, ...]) -> Ints:
        """Return the ids of a tuple of texts, shape [n]; the tuple is remembered whole."""
        known = self._lists.get(texts)
        if known is None:
            if len(self._lists) > 200_000:
                self._lists.clear()
            known = np.fromiter((self.id(text) for text in texts), np.int64, len(texts))
            known.flags.writeable = False
            self._lists[texts] = known
        return known

    def bags(self, ids: Ints) -> tuple[Ints, Ints]:
        """Return the features of texts as one flat array and the offset of each text in it."""
        ends = np.frombuffer(self._ends, np.int64)  # views: the arrays grow again after this
        starts = ends[ids]
        lengths = ends[ids + 1] - starts
        offsets = np.cumsum(lengths) - lengths
        within = np.arange(int(lengths.sum())) - np.repeat(offsets, lengths)
        flat = np.frombuffer(self._flat, np.int64)[np.repeat(starts, lengths) + within]
        return flat, offsets

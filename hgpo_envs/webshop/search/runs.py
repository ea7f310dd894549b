"""Stretches of documents made into postings, by as many processes as wanted.

A run is a stretch of documents in catalogue order. Its file has the terms of the stretch, and for
each term the documents that have it, in order, and how often.
"""

from array import array
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.webshop.search.analysis import pieces, terms_of_piece

_MOST_PIECES = 1_000_000
"""How many different pieces of text a process remembers before it forgets all of them."""

_LONGEST_PIECE = 64
"""Characters of the longest piece that is remembered; longer ones hardly recur."""

_ENCODING = "utf-8", "surrogatepass"


class PieceTable(dict[str, int]):
    """Numbers of pieces of text, and the terms of each; a piece is analysed when first met."""

    def __init__(self) -> None:
        self._number_of_term: dict[str, int] = {}
        self._terms = array("I")
        self._ends = array("I")

    def __missing__(self, piece: str) -> int:
        numbers = self._number_of_term
        for term in terms_of_piece(piece):
            self._terms.append(numbers.setdefault(term, len(numbers)))
        number = len(self._ends)
        self._ends.append(len(self._terms))
        if len(piece) <= _LONGEST_PIECE:
            self[piece] = number
        return number

    def is_full(self) -> bool:
        """Tell whether it is time to begin a new table, so that memory stays bounded."""
        return len(self._ends) > _MOST_PIECES

    def words(self) -> list[str]:
        """Return the terms by number."""
        return list(self._number_of_term)

    def terms_of(self, numbers: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """Return the terms of pieces, one piece after the other, and how many each has."""
        terms = np.array(self._terms, dtype=np.uint32)
        ends = np.array(self._ends, dtype=np.int64)
        sizes = np.diff(ends, prepend=0)
        of_each = sizes[numbers]
        shift = ends[numbers] - np.cumsum(of_each)
        return terms[np.arange(of_each.sum()) + np.repeat(shift, of_each)], of_each


class Analyst:
    """Makes runs; what it remembers of pieces of text serves the next one."""

    def __init__(self) -> None:
        self._table = PieceTable()

    def write(self, texts: list[str], path: Path) -> int:
        """Write the run of some documents; return how many documents it has."""
        if self._table.is_full():
            self._table = PieceTable()
        cut = [pieces(text) for text in texts]
        counts = np.fromiter(map(len, cut), np.int64, len(cut))
        look_up = self._table.__getitem__
        numbers = np.fromiter(map(look_up, chain.from_iterable(cut)), np.uint32, counts.sum())
        del cut
        terms, sizes = self._table.terms_of(numbers)
        document_of_piece = np.repeat(np.arange(len(texts)), counts)
        documents = np.repeat(document_of_piece, sizes)
        lengths = np.bincount(documents, minlength=len(texts))
        self._save(path, terms, documents, lengths)
        return len(texts)

    def _save(
        self,
        path: Path,
        terms: NDArray[np.uint32],
        documents: NDArray[np.int64],
        lengths: NDArray[np.int64],
    ) -> None:
        keys = np.sort(terms.astype(np.uint64) << np.uint64(32) | documents.astype(np.uint64))
        starts = np.flatnonzero(np.diff(keys, prepend=np.uint64(2**64 - 1)))
        frequencies = np.diff(starts, append=len(keys))
        keys = keys[starts]
        used, sizes = np.unique(keys >> np.uint64(32), return_counts=True)
        words = self._table.words()
        spelt = [words[number].encode(*_ENCODING) for number in used.tolist()]
        np.savez(
            path,
            words=np.frombuffer(b"".join(spelt), np.uint8),
            word_ends=np.fromiter(accumulate(map(len, spelt)), np.int64, len(spelt)),
            sizes=sizes,
            documents=(keys & np.uint64(2**32 - 1)).astype(np.uint32),
            frequencies=frequencies.astype(np.uint32),
            lengths=lengths,
        )


class Run(NamedTuple):
    """The postings of a run.

    Attributes:
        sizes: how many documents have each term.
        documents: those documents, counted within the run, term after term.
        frequencies: how often each of those documents has the term.
        lengths: number of terms of every document.
    """

    sizes: NDArray[np.int64]
    documents: NDArray[np.uint32]
    frequencies: NDArray[np.uint32]
    lengths: NDArray[np.int64]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the postings of a run's file."""
        with np.load(path, allow_pickle=False) as file:
            return cls(*(file[field] for field in cls._fields))

    @staticmethod
    def read_words(path: Path) -> list[bytes]:
        """Read the terms of a run's file."""
        with np.load(path, allow_pickle=False) as file:
            blob, ends = file["words"].tobytes(), file["word_ends"].tolist()
        return [blob[start:end] for start, end in zip([0, *ends], ends, strict=False)]

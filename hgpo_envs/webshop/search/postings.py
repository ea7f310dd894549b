"""Terms of an index and the documents that have them."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.webshop.search import bm25
from hgpo_envs.webshop.search.parts import Counts, Part

Rows = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term of a query that documents have.

    Attributes:
        weight: what it adds to a score at most.
        start: where its postings start among all.
        rows: the documents that have it, in order.
        codes: for each of them, the share of the weight in steps of 1/255, rounded up.
        dense: codes of all documents, 0 where they don't have it; None for a rarer term.
    """

    weight: np.float32
    start: int
    rows: Rows
    codes: bm25.Bytes
    dense: bm25.Bytes | None


class Postings:
    """All terms of an index."""

    def __init__(self, files: Mapping[str, NDArray[np.generic]], counts: Counts) -> None:
        self._documents = counts.documents
        self._words = files[Part.WORDS].data
        # a memoryview gives single items in a fraction of the time that an array takes
        self._word_ends = files[Part.WORD_ENDS].data
        self._ends = files[Part.POSTING_ENDS].data
        self._rows = cast(Rows, files[Part.ROWS])
        self._codes = cast("bm25.Bytes", files[Part.CODES])
        self._frequencies = cast("bm25.Bytes", files[Part.FREQUENCIES])
        self._many_at = files[Part.MANY_AT]
        self._many = cast(Rows, files[Part.MANY])
        self._dense = cast("bm25.Bytes", files[Part.DENSE])
        self._place_of_dense = {
            term: place for place, term in enumerate(files[Part.DENSE_TERMS].tolist())
        }
        self._lengths = cast("bm25.Bytes", files[Part.LENGTHS])
        self._inverse = bm25.inverse_norms(counts.total, counts.documents)
        self.order = cast(Rows, files[Part.ORDER])
        """Place of each row when all are sorted by ASIN."""

    def weigh(self, query: Mapping[str, int]) -> list[Term]:
        """Return the terms of a query that the index has, in the query's order.

        Args:
            query: how often each term is in the query.
        """
        found = ((self._find(term), times) for term, times in query.items())
        return [self._term(number, times) for number, times in found if number is not None]

    def _find(self, term: str) -> int | None:
        """Return a term's number, its place among all terms by their UTF-8 bytes."""
        word = term.encode("utf-8", "surrogatepass")
        number = bisect_left(range(len(self._word_ends)), word, key=self._word)
        known = number < len(self._word_ends) and self._word(number) == word
        return number if known else None

    def _word(self, number: int) -> bytes:
        start = self._word_ends[number - 1] if number else 0
        return bytes(self._words[start : self._word_ends[number]])

    def _term(self, number: int, times: int) -> Term:
        start, end = self._ends[number - 1] if number else 0, self._ends[number]
        place = self._place_of_dense.get(number)
        return Term(
            weight=bm25.weight(self._documents, end - start, times),
            start=start,
            rows=self._rows[start:end],
            codes=self._codes[start:end],
            dense=None if place is None else self._dense[place],
        )

    def contributions(self, term: Term, at: NDArray[np.intp] | slice) -> bm25.Float32s:
        """Return what a term adds to the scores of documents.

        Args:
            term: the term.
            at: which of its postings.
        """
        end = term.start + len(term.rows)
        frequencies = self._frequencies[term.start : end][at].astype(np.float32)
        if len(self._many_at):
            self._put_many(frequencies, np.arange(term.start, end)[at])
        inverse = self._inverse[self._lengths[term.rows[at]]]
        return bm25.contributions(term.weight, frequencies, inverse)

    def _put_many(self, frequencies: bm25.Float32s, places: NDArray[np.intp]) -> None:
        """Correct the frequencies that a byte can't hold."""
        at = np.flatnonzero(frequencies == 255)
        where = np.searchsorted(self._many_at, places[at].astype(np.uint64))
        frequencies[at] = self._many[where]

"""The best documents of a query, exactly, without scoring all of them exactly.

1. Bound. Each posting keeps the share of its term's weight that it adds, rounded up to 1/255.
   The sum of weight × share is at least a document's score, and at most E above it, where
   E = Σₜ wₜ / 255. It is cheap: one pass over the postings of the query's terms, and for terms
   that many documents have a pass over one byte a document.
2. Choose. Let u be the k-th largest bound. At least k documents have scores of u − E or more, so
   that a document whose bound is below u − E can't be among the best k.
3. Score. The documents that are left, mostly a few hundred, are scored exactly as the original
   does it and sorted.

Bounds are in float32; a margin that is larger than all of its rounding is added to E.
"""

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from hgpo_envs.webshop.search.bm25 import Float32s, Float64s
from hgpo_envs.webshop.search.merging import CODES
from hgpo_envs.webshop.search.postings import Postings, Rows, Term

_ROUNDING = 2.0**-21
"""More than the relative error of a product or a sum of float32, and of an exact score."""

_LEAST = float(np.finfo(np.float32).tiny)
"""Less than any bound but 0, which says that a document has none of the terms."""


class Ranking:
    """Ranks documents by score, then by ASIN."""

    def __init__(self, postings: Postings, count: int) -> None:
        """Rank some documents.

        Args:
            postings: their terms.
            count: how many they are.
        """
        self._postings = postings
        self._count = count
        self._spare: list[tuple[Float32s, Float32s]] = []

    def best(self, terms: Sequence[Term], k: int | None) -> tuple[Rows, Float32s]:
        """Return the rows of the best documents and their exact scores, best first.

        Args:
            terms: the query's terms that documents have.
            k: how many documents at most; None for all that have one of the terms.
        """
        if not terms:
            return np.empty(0, np.uint32), np.empty(0, np.float32)
        if k is None or k >= self._count:
            return self.best_by_scoring_all(terms, k)
        rows = self._candidates(terms, k)
        if len(rows) * len(terms) > sum(len(term.rows) for term in terms):
            return self.best_by_scoring_all(terms, k)
        return self._sorted(rows, self._scores(terms, rows), k)

    def best_by_scoring_all(self, terms: Sequence[Term], k: int | None) -> tuple[Rows, Float32s]:
        """Return the same as ``best``, by scoring every document that has one of the terms."""
        sums = np.zeros(self._count)
        has = np.zeros(self._count, dtype=bool)
        for term in terms:
            sums[term.rows] += self._postings.contributions(term, slice(None))
            has[term.rows] = True
        rows = np.flatnonzero(has).astype(np.uint32)
        return self._sorted(rows, sums[rows], k)

    def _candidates(self, terms: Sequence[Term], k: int) -> Rows:
        """Return documents, in order, that hold all of the best k."""
        bounds, room = self._take_room()
        _bound(terms, bounds, room)
        total = sum(float(term.weight) for term in terms)
        margin = total / CODES + total * _ROUNDING * (len(terms) + 2)
        least = _kth_largest_at_least(bounds, k) - margin
        rows = np.flatnonzero(bounds >= max(least, _LEAST))
        if len(rows) > k:
            of_rows = bounds[rows]
            least = float(np.partition(of_rows, len(rows) - k)[len(rows) - k]) - margin
            rows = rows[of_rows >= least]
        self._spare[:] = [(bounds, room)]
        return rows.astype(np.uint32)

    def _take_room(self) -> tuple[Float32s, Float32s]:
        """Return two arrays that no other thread uses: those of the last query, if free."""
        with suppress(IndexError):
            return self._spare.pop()
        return np.empty(self._count, np.float32), np.empty(self._count, np.float32)

    def _scores(self, terms: Sequence[Term], rows: Rows) -> Float64s:
        """Return the exact scores of some documents, which are given in order."""
        sums = np.zeros(len(rows))
        for term in terms:
            places = np.minimum(np.searchsorted(term.rows, rows), len(term.rows) - 1)
            has = np.flatnonzero(term.rows[places] == rows)
            sums[has] += self._postings.contributions(term, places[has])
        return sums

    def _sorted(self, rows: Rows, sums: Float64s, k: int | None) -> tuple[Rows, Float32s]:
        """Return the best of documents with exact scores."""
        scores = sums.astype(np.float32)
        if k is not None and k < len(rows):
            kept = scores >= np.partition(scores, len(scores) - k)[len(scores) - k]
            rows, scores = rows[kept], scores[kept]
        order = np.lexsort((self._postings.order[rows], -scores))[:k]
        return rows[order], scores[order]


def _bound(terms: Sequence[Term], bounds: Float32s, room: Float32s) -> None:
    """Write each document's bound into ``bounds``."""
    bounds.fill(0)
    for term in terms:
        step = np.float32(term.weight / CODES)
        if term.dense is None:
            bounds[term.rows] += term.codes * step
        else:
            np.multiply(term.dense, step, out=room)
            np.add(bounds, room, out=bounds)


def _kth_largest_at_least(bounds: Float32s, k: int) -> float:
    """Return what the k-th largest bound is at least.

    Of documents dealt out into many heaps, the k-th largest of the heaps' maxima will do, and
    takes a fraction of the time.
    """
    heaps = len(bounds) // 128
    if heaps >= 4 * k:
        bounds = bounds[: heaps * 128].reshape(128, heaps).max(axis=0)
    return float(np.partition(bounds, len(bounds) - k)[len(bounds) - k])

"""The best documents of a query."""

from collections.abc import Sequence

import numpy as np

from hgpo_envs.webshop.search.bm25 import Float32s, Float64s
from hgpo_envs.webshop.search.postings import Postings, Rows, Term, added


class Ranking:
    """Ranks documents by score, then by ASIN."""

    def __init__(self, postings: Postings, count: int) -> None:
        self._postings = postings
        self._count = count

    def best(self, terms: Sequence[Term], k: int | None) -> tuple[Rows, Float32s]:
        """Return the rows of the best documents and their exact scores, best first."""
        return self.best_of_all(terms, k)

    def best_of_all(self, terms: Sequence[Term], k: int | None) -> tuple[Rows, Float32s]:
        """Return the same by scoring every document that has a term of the query."""
        sums, has = added(self._postings, terms, self._count)
        rows = np.flatnonzero(has).astype(np.uint32)
        return self._sorted(rows, sums[rows], k)

    def _sorted(self, rows: Rows, sums: Float64s, k: int | None) -> tuple[Rows, Float32s]:
        """Return the best of documents whose scores are exact."""
        scores = sums.astype(np.float32)
        if k is not None and k < len(rows):
            least = np.partition(scores, len(scores) - k)[len(scores) - k]
            kept = scores >= least
            rows, scores = rows[kept], scores[kept]
        order = np.lexsort((self._postings.order[rows], -scores))[:k]
        return rows[order], scores[order]

"""An index that is open: query in, products and scores out."""

from collections import Counter
from pathlib import Path

from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop.search.analysis import analyse
from hgpo_envs.webshop.search.parts import load
from hgpo_envs.webshop.search.postings import Postings
from hgpo_envs.webshop.search.ranking import Ranking
from hgpo_envs.webshop.search.reported import reported


class SearchIndex:
    """A search index, mapped into memory: opening reads next to nothing of it.

    One object serves any number of threads; processes that open the same folder share its pages.
    """

    def __init__(self, folder: Path) -> None:
        """Map the files of an index.

        Raises:
            DataError: a file is missing, cut short or foreign.
        """
        files, self.counts, self.version = load(folder)
        """Counts of what is indexed; a hash of all documents and of the index's form."""
        self._postings = Postings(files, self.counts)
        self._ranking = Ranking(self._postings, self.counts.rows)

    def __len__(self) -> int:
        """Return the number of products."""
        return self.counts.rows

    def search(self, query: str, k: int | None = 50) -> list[tuple[int, float]]:
        """Return the best products of a query.

        Args:
            query: a bag of words; nothing in it is syntax, and any number of words is fine.
            k: how many products at most; None for all that have a word of the query.

        Returns:
            Row in the catalogue and score, best first; of equal scores, the ASIN that sorts
            first. The score is rounded as the original reports it.

        Raises:
            EnvInputError: ``k`` is below 1.
        """
        if k is not None and k < 1:
            raise EnvInputError(f"k is {k}; it must be at least 1, or None for all products.")
        terms = self._postings.weigh(Counter(analyse(query)))
        rows, scores = self._ranking.best(terms, k)
        return list(zip(rows.tolist(), reported(scores), strict=True))


def open_index(folder: Path) -> SearchIndex:
    """Open the index that ``build_index`` wrote.

    Raises:
        DataError: a file is missing, cut short or foreign.
    """
    return SearchIndex(folder)

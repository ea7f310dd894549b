"""How alike texts are: by their words, or by what a caller embeds them into."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.errors import EnvInputError

Floats = NDArray[np.float64]
Embed = Callable[[Sequence[str]], Sequence[Sequence[float]] | Floats]
"""n texts → n vectors of one length."""

Likeness = Callable[[str, Sequence[str]], Floats]
"""A query and n texts → n numbers, the greater the more alike; 0: nothing in common."""

#: How soon more of the same word counts no more; how much a long text is held against it.
K1, B = 1.5, 0.75
#: Vectors that are kept.
KEPT = 1 << 14
_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case.

    Example:
        >>> words("Put a clean Mug in coffeemachine 1.")
        ['put', 'a', 'clean', 'mug', 'in', 'coffeemachine', '1']
    """
    return _WORD.findall(text.lower())


def lexical_likeness(query: str, texts: Sequence[str]) -> Floats:
    """Weigh texts by the rarer words that they share with a query (BM25).

    score(d) = Σ_{w in query} ln(1 + (N − n_w + ½) / (n_w + ½)) · f (k₁ + 1) / (f + k₁ (1 − b +
    b |d| / mean |d|)), where n_w texts have the word w and d has it f times (Robertson and
    Zaragoza 2009, The Probabilistic Relevance Framework, section 3; the 1 + in the logarithm
    keeps it above 0). k₁ = 1.5 and b = 0.75.

    Args:
        query: the text that others are compared with.
        texts: N texts.

    Returns:
        N numbers, 0 where no word is shared.
    """
    counts = [Counter(words(text)) for text in texts]
    lengths = [sum(count.values()) for count in counts]
    mean = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0
    scores = np.zeros(len(texts))
    for word in sorted(set(words(query))):
        having = [place for place, count in enumerate(counts) if word in count]
        rarity = math.log(1 + (len(texts) - len(having) + 0.5) / (len(having) + 0.5))
        for place in having:
            often, length = counts[place][word], lengths[place]
            dampened = often + K1 * (1 - B + B * length / mean)
            scores[place] += rarity * often * (K1 + 1) / dampened
    return scores


class EmbeddedLikeness:
    """Compare texts by the cosine of the vectors that a callable embeds them into.

    Each text is embedded once as long as its vector is kept.
    """

    def __init__(self, embed: Embed) -> None:
        """Compare by ``embed``."""
        self._embed = embed
        self._vectors: dict[str, Floats] = {}

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Return the cosine of a query's vector with each text's; 0 where one of them is 0.

        Raises:
            EnvInputError: ``embed`` doesn't return one vector a text, all of one length.
        """
        if len(self._vectors) > KEPT:
            self._vectors.clear()
        new = [text for text in dict.fromkeys([query, *texts]) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._embedded(new), strict=True))
        one = self._vectors[query]
        if any(len(self._vectors[text]) != len(one) for text in texts):
            raise EnvInputError(
                "embed returned vectors of another length than before. Give one that always "
                "returns the same."
            )
        others = np.stack([self._vectors[text] for text in texts])
        lengths = np.linalg.norm(others, axis=1) * np.linalg.norm(one)
        products: Floats = others @ one
        cosine: Floats = np.divide(products, lengths, out=np.zeros(len(texts)), where=lengths > 0)
        return cosine

    def _embedded(self, texts: Sequence[str]) -> Floats:
        try:
            vectors = np.asarray(self._embed(texts), dtype=np.float64)
        except ValueError as error:
            raise EnvInputError(
                f"embed returned no numbers of one shape for {len(texts)} texts; expected one "
                "vector a text."
            ) from error
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise EnvInputError(
                f"embed returned numbers of shape {list(vectors.shape)} for {len(texts)} texts; "
                "expected one vector a text."
            )
        return vectors

"""Text into search terms, as Lucene's English analysis makes them in Anserini.

Source: Anserini 0.14.3's ``DefaultEnglishAnalyzer`` on Lucene 8: StandardTokenizer, English
possessive, lower case, stop words, Porter's stemmer.
"""

from functools import lru_cache

from hgpo_envs.webshop.search.porter import stem
from hgpo_envs.webshop.search.word_breaks import words

STOP_WORDS = frozenset(
    (
        *("a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if"),
        *("in", "into", "is", "it", "no", "not", "of", "on", "or", "such", "that"),
        *("the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with"),
    )
)
_LONGEST_REMEMBERED = 40
"""Characters of the longest piece of text of which the terms are kept for the next query."""

_NARROW_SPACE = "\u202f"
"""A space to Python, and a character that joins words to Lucene."""


def analyse(text: str) -> list[str]:
    """Return the terms of a text, in order and with repetitions.

    Args:
        text: any text; nothing in it is query syntax.

    Returns:
        Terms in lower case, stemmed, without stop words.

    Example:
        >>> analyse("Women's running shoes, size 5'2 (for the GYM) title:red")
        ['women', 'run', 'shoe', 'size', "5'2", 'gym', 'title:r']
    """
    terms: list[str] = []
    for piece in pieces(text):
        terms += _remembered(piece) if len(piece) <= _LONGEST_REMEMBERED else terms_of_piece(piece)
    return terms


def pieces(text: str) -> list[str]:
    """Cut a text at white space, which no word crosses, into pieces that often recur."""
    return text.split(" ") if _NARROW_SPACE in text else text.split()


def terms_of_piece(piece: str) -> tuple[str, ...]:
    """Return the terms of a piece of text."""
    terms = map(_term_of_word, words(piece))
    return tuple(term for term in terms if term)


_remembered = lru_cache(maxsize=1 << 15)(terms_of_piece)


def _term_of_word(word: str) -> str:
    """Return the term of a word, empty for a stop word."""
    if len(word) > 2 and word[-1] in "sS" and word[-2] in "'’＇":
        word = word[:-2]
    word = _lower(word)
    return "" if word in STOP_WORDS else _stem(word)


def _lower(word: str) -> str:
    """Return a word in lower case, each character by itself as Java does it."""
    if word.isascii():
        return word.lower()
    return "".join("i" if letter == "İ" else letter.lower() for letter in word)


def _stem(word: str) -> str:
    """Stem a word of UTF-16 units, which is how Lucene counts its letters."""
    if max(word) <= "\uffff":
        return stem(word)
    units = word.encode("utf-16-le", "surrogatepass")
    spread = "".join(chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2))
    return stem(spread).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

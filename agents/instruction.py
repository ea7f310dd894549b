"""Read an instruction as a customer's wish: its words, its phrases, and what it may cost."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_MONEY = re.compile(
    r"\$\s?(?P<sign>\d[\d,]*(?:\.\d+)?)"
    r"|(?P<word>\d[\d,]*(?:\.\d+)?)\s?(?:dollars?|usd|bucks)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[,;!?()]|\.(?=\s|$)")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text that has nothing but words."""
    return frozenset(text.split())


_PHRASE_WORDS = word_set(
    "and or but with without that which who for in on of from having featuring"
)
_SMALL_WORDS = _PHRASE_WORDS | word_set(
    "a an the to at by as is are be it its it's this these those there i i'm im i'd i've me my "
    "we you your he she they him her them would should could can will may might must like want "
    "need needs looking look search searching find get buy purchase order shop shopping give show "
    "help please offers comes make pick out after some any one also so let let's do does have has "
    "am if"
)
_PRICE_WORDS = _SMALL_WORDS | word_set(
    "price priced prices pricing cost costs costing budget lower less under below cheaper than "
    "most least more no not over above up max maximum limit within around about spend spending "
    "pay paying exceed exceeding keep keeping stay staying amount total dollars"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What an instruction asks for.

    Attributes:
        text: the instruction without the words about its price.
        phrases: the words that say something, phrase by phrase, in lower case.
        sequence: all words of ``text`` as ``stem`` gives them, in order.
        content: the words of the phrases as ``stem`` gives them.
        most: what the thing may cost at most; None where nothing is said of it.
    """

    text: str
    phrases: tuple[tuple[str, ...], ...]
    sequence: tuple[str, ...]
    content: frozenset[str]
    most: float | None


@lru_cache(maxsize=4096)
def read_wish(instruction: str) -> Wish:
    """Read an instruction.

    Example:
        >>> wish = read_wish("i want red shoes for men, and price lower than 40.00 dollars")
        >>> wish.text, wish.phrases, wish.most
        ('i want red shoes for men', (('red', 'shoes'), ('men',)), 40.0)
    """
    text, most = _without_price(instruction)
    phrases = _phrases(text)
    return Wish(
        text=text,
        phrases=phrases,
        sequence=tuple(map(stem, words(text))),
        content=frozenset(stem(word) for phrase in phrases for word in phrase),
        most=most,
    )


def words(text: str) -> list[str]:
    """Return the words of a text in lower case; a hyphen joins: ``x-large`` is one word."""
    return _WORD.findall(text.lower())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return a word without the endings of possession and plural.

    Example:
        >>> [stem(word) for word in ("women's", "lamps", "dress", "us")]
        ['women', 'lamp', 'dress', 'us']
    """
    bare = word.replace("’", "'").removesuffix("'s")
    plural = len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss")
    return bare[:-1] if plural else bare


def amounts(text: str) -> tuple[float, ...]:
    """Return the amounts of money that a text names, in their order.

    Example:
        >>> amounts("$3.46 to $1,299.00, or 20 dollars")
        (3.46, 1299.0, 20.0)
    """
    return tuple(_amount(found) for found in _MONEY.finditer(text))


def _amount(found: re.Match[str]) -> float:
    return float((found["sign"] or found["word"]).replace(",", ""))


def _without_price(instruction: str) -> tuple[str, float | None]:
    """Cut the last amount of money out, with the words before it that lead to it."""
    found = list(_MONEY.finditer(instruction))
    if not found:
        return instruction.strip(), None
    start = found[-1].start()
    for word in reversed(list(_WORD.finditer(instruction, 0, start))):
        gap = instruction[word.end() : start]
        if word[0].lower() not in _PRICE_WORDS or _BREAK.search(gap):
            break
        start = word.start()
    kept = instruction[:start].rstrip(" ,;") + instruction[found[-1].end() :]
    return kept.strip(), _amount(found[-1])


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the content words between punctuation and the small words that join phrases."""
    found: list[list[str]] = [[]]
    places = [(0, 0), *((word.start(), word.end()) for word in _WORD.finditer(text))]
    for (_, before), (start, end) in pairwise(places):
        word = text[start:end].lower()
        if _BREAK.search(text, before, start) or word in _PHRASE_WORDS:
            found.append([])
        if word not in _SMALL_WORDS:
            found[-1].append(word)
    return tuple(tuple(phrase) for phrase in found if phrase)

"""What an instruction asks for, as far as one understands words and not the shop."""

import re
from dataclasses import dataclass
from functools import lru_cache

_AMOUNT = re.compile(r"\$\s?(\d[\d,]*(?:\.\d+)?)|\b(\d[\d,]*(?:\.\d+)?)\s?(?:dollars?|usd|bucks)\b")
_WORD = re.compile(r"[^\W_]+(?:[.'’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s\b")

_SMALL_WORDS_TEXT = """
a an the this that these those some any one ones it its they them he she we you your my me i
i'm i'd i'll im of for from with without by in on at to into as and or but not which who is are
be been was were am do does have has had would will should could can may might must want need
needs like looking look find finding get getting buy buying purchase show help pick out please
after shop shopping search something also so too very more most at least than then there here
price priced prices cost costs costing budget lower less under below max maximum up cheaper
dollars dollar usd bucks make sure comes come coming features featuring offers offer known
described kind type option line interested prefer preferably ideally about around no what when
"""
_SMALL_WORDS = frozenset(_SMALL_WORDS_TEXT.split())
"""Words that say nothing of the product."""

_OPTIONS_TEXT = """
color colour size style flavor flavour scent pattern finish material fit length weight volume
storage capacity packaging pack bundle quantity count shade fragrance shape
"""
_OPTIONS = frozenset(_OPTIONS_TEXT.split())
"""Words that may name an option."""

_CLAUSE = re.compile(
    r"\b(?:with|that|which|featuring|known|described|in|from|by|of|for|make|whose|having|please)\b"
    rf"|[,.;:]\s*(?:and\s+)?(?:the\s+)?(?:{'|'.join(sorted(_OPTIONS))})\b"
    r"|[,.;]\s*(?:and\s+)?(?:price|my|costing|below|under|no more|at most)\b"
)
"""Where the name of the thing ends, and what is said of it begins."""

_SIZES = (
    (r"(?:double extra|xx|2x)[ -]?large", "xxl"),
    (r"(?:extra|x)[ -]?large", "xl"),
    (r"(?:extra|x)[ -]?small", "xs"),
    (r"small", "s"),
    (r"medium", "m"),
    (r"large", "l"),
)
_UNITS = (
    ("gb", "gigabytes?"),
    ("tb", "terabytes?"),
    ("cm", "centimeters?|centimetres?"),
    ("ml", "milliliters?|millilitres?"),
    ("kg", "kilograms?|kilos?"),
    ("g", "grams?"),
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}

_SHORTER = tuple(
    [(re.compile(rf"(?<![\w-]){long}(?![\w-])"), short) for long, short in _SIZES]
    + [(re.compile(rf"\b(\d+)[ -]?(?:{long})\b"), rf"\1{short}") for short, long in _UNITS]
)
_PACK = re.compile(rf"\bpack of (\d+|{'|'.join(_NUMBERS)})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is asked for.

    Attributes:
        limit: what it may cost at most, in dollars; infinite where nothing is said.
        query: the words to search for.
        words: what the product has to say of itself, in stems.
        head: those of them that seem to name the thing.
        sequence: all words of the instruction but the price's, in one spelling.
    """

    limit: float
    query: str
    words: tuple[str, ...]
    head: tuple[str, ...]
    sequence: tuple[str, ...]

    def asks_for(self, value: str) -> int:
        """Return how many words of an option's value are asked for: all of them, or none."""
        tokens = one_spelling(value)
        width = len(tokens)
        places = range(len(self.sequence) - width + 1)
        if width and any(self.sequence[at : at + width] == tokens for at in places):
            return width
        return 0


def read_wish(instruction: str) -> Wish:
    """Read an instruction.

    Example:
        >>> wish = read_wish("i need a navy coat in extra large, price lower than 40.00 dollars")
        >>> wish.query, wish.limit, wish.asks_for("XL")
        ('navy coat extra large xl', 40.0, 1)
    """
    text = instruction.lower()
    amounts = [first or second for first, second in _AMOUNT.findall(text)]
    limit = float(amounts[-1].replace(",", "")) if amounts else float("inf")
    text = _AMOUNT.sub(" . ", text)
    sequence = one_spelling(text)
    plain = [word for word in words_of(text) if word not in _SMALL_WORDS]
    added = [word for word in sequence if word not in _SMALL_WORDS and word not in plain]
    wanted = [word for word in sequence if word not in _SMALL_WORDS]
    return Wish(
        limit=limit,
        query=" ".join(dict.fromkeys((*plain, *added))),
        words=tuple(dict.fromkeys(stem(word) for word in wanted if word not in _OPTIONS)),
        head=_head(text),
        sequence=sequence,
    )


def _head(text: str) -> tuple[str, ...]:
    """Return the stems of the two words that stand before the first clause, or of one."""
    plain = (word for word in _WORD.finditer(text) if word[0] not in _SMALL_WORDS)
    first = next(plain, None)
    if first is None:
        return ()
    rest = text[first.start() :]
    end = _CLAUSE.search(rest, len(first[0]))
    named = words_of(rest[: end.start()] if end else rest)
    return tuple(map(stem, named[-2:]))


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without the ending of possessives."""
    return _WORD.findall(_POSSESSIVE.sub("", text.lower()))


@lru_cache(maxsize=4096)
def one_spelling(text: str) -> tuple[str, ...]:
    """Return the words of a text with sizes, measures and packs in their shortest spelling.

    Example:
        >>> one_spelling("Extra Large, 30 centimeters, pack of two")
        ('xl', '30cm', '2', 'pack')
    """
    text = text.lower()
    for pattern, short in _SHORTER:
        text = pattern.sub(short, text)
    text = _PACK.sub(lambda found: f"{_NUMBERS.get(found[1], found[1])} pack", text)
    return tuple(words_of(text))


def stem(word: str) -> str:
    """Return a word without common endings, so that ``proofed`` and ``proof`` are one.

    Example:
        >>> [stem(word) for word in ("shoes", "resistant", "proofed", "dress", "drying")]
        ['shoe', 'resistant', 'proof', 'dress', 'dry']
    """
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word.removesuffix(ending)
    return word


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of a text's words, in their own and in the shortest spelling."""
    return frozenset(map(stem, (*words_of(text), *one_spelling(text))))

"""The stem of an English word.

Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980.
Symbols: m is the measure of a stem, the number of times that vowels are followed by consonants.

Departures, those of Lucene and of the author's own program: words of one or two letters stay;
``bli`` becomes ``ble`` and ``logi`` becomes ``log`` in step 2. Anything but ``a e i o u`` and a
``y`` after a consonant counts as a consonant, digits and letters of other scripts too.
"""

import re

_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("logi", "log"),
)
_STEP_3 = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_STEP_4 = re.compile(
    r"(?:al|[ae]nce|er|ic|[ai]ble|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)\Z"
)


def stem(word: str) -> str:
    """Return the stem of a lower-case word.

    Example:
        >>> [stem(word) for word in ("caresses", "ponies", "relational", "women", "skies")]
        ['caress', 'poni', 'relat', 'women', 'ski']
    """
    if len(word) <= 2:
        return word
    for step in (_plural, _past, _final_y, _double_suffix, _suffix, _bare_suffix, _final_e):
        word = step(word)
    return word


def _shape(word: str) -> str:
    """Return a word's letters as ``v`` (vowel) and ``c`` (consonant)."""
    shape = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and shape[-1:] == "c")
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_short(word: str) -> bool:
    """Tell whether a word ends consonant, vowel, consonant, the last not w, x or y."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _ends_double(word: str) -> bool:
    """Tell whether a word ends in a consonant twice."""
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _plural(word: str) -> str:
    """Step 1a."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past(word: str) -> str:
    """Step 1b."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            return _past_restored(word, word[: -len(suffix)])
    return word


def _past_restored(word: str, rest: str) -> str:
    if not _has_vowel(rest):
        return word
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if _ends_double(rest):
        return rest if rest[-1] in "lsz" else rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _ends_short(rest) else rest


def _final_y(word: str) -> str:
    """Step 1c."""
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _replaced(word: str, table: tuple[tuple[str, str], ...]) -> str:
    """Replace the first suffix of a table that a word has, if m > 0 before it."""
    for suffix, short in table:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return rest + short if _measure(rest) else word
    return word


def _double_suffix(word: str) -> str:
    """Step 2."""
    return _replaced(word, _STEP_2)


def _suffix(word: str) -> str:
    """Step 3."""
    return _replaced(word, _STEP_3)


def _bare_suffix(word: str) -> str:
    """Step 4."""
    found = _STEP_4.search(word)
    if found and _measure(word[: found.start()]) > 1:
        return word[: found.start()]
    return word


def _final_e(word: str) -> str:
    """Step 5."""
    measure = _measure(word)
    if word.endswith("e") and (measure > 1 or (measure == 1 and not _ends_short(word[:-1]))):
        word = word[:-1]
    return word[:-1] if measure > 1 and word.endswith("ll") else word

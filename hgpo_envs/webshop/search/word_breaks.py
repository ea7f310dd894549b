"""Where words begin and end: the rules of Lucene 8's StandardTokenizer.

Source: Unicode Standard Annex #29 (word boundaries, Unicode 9.0) and Unicode Technical Standard
#51 (emoji sequences, Emoji 11.0), as the grammar of Lucene 8 combines them: a word is the longest
match of any rule, at most 255 UTF-16 units long; what no rule matches is skipped.

Departures of Lucene's grammar from the annex, kept here: scripts of South East Asia stay whole;
an ideograph or a Hiragana letter is a word by itself; symbols are words only if they are emoji.
"""

import re
from functools import cache

from hgpo_envs.webshop.search.unicode_tables import ranges

LONGEST = 255
"""The longest word in UTF-16 units; what goes on after it is another word."""

_ASCII_WORD = re.compile(
    r"(?<!_)_*+[A-Za-z0-9]"
    r"(?:[A-Za-z0-9_]+|(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))*"
)


def words(text: str) -> list[str]:
    """Split a text into words, in order.

    Example:
        >>> words("a 5'2 mirror, title:red & x.y_z")
        ['a', "5'2", 'mirror', 'title:red', 'x.y_z']
    """
    if text.isascii():
        found: list[str] = _ASCII_WORD.findall(text)
        if not found or len(max(found, key=len)) <= LONGEST:
            return found
    return _words_by_all_rules(text)


def _words_by_all_rules(text: str) -> list[str]:
    rules = _rules()
    found = []
    position = 0
    while position < len(text):
        window = _window_end(text, position)
        matches = (rule.match(text, position, window) for rule in rules)
        end = max((match.end() for match in matches if match), default=position)
        if end > position:
            found.append(text[position:end])
        position = max(end, position + 1)
    return found


def _window_end(text: str, position: int) -> int:
    """Return where the first 255 UTF-16 units from a position end."""
    window = text[position : position + LONGEST]
    beyond = len(window.encode("utf-16-le", "surrogatepass")) // 2 - LONGEST
    if beyond <= 0:
        return position + len(window)
    units = 0
    for count, character in enumerate(window):
        units += 1 + (character > "\uffff")
        if units > LONGEST:
            return position + count
    raise AssertionError  # a window of more than 255 units passes them


@cache
def _rules() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of words, of which the longest match counts."""
    return tuple(
        re.compile(pattern)
        for pattern in (
            _word_pattern(),
            f"(?:[{_set('SA')}]{_attached()}*)+",
            f"[{_set('Han', 'Hiragana')}]{_attached()}*",
            _emoji_pattern(),
            _keycap_pattern(),
            f"(?:[{_set('Regional_Indicator')}]{_attached()}*){{2}}",
        )
    )


@cache
def _attached() -> str:
    """Return the pattern of a character that belongs to the one before it (rule WB4)."""
    return f"[{_set('Format', 'Extend', 'ZWJ')}]"


def _word_pattern() -> str:
    """Return rules WB5 to WB13b: letters, digits, Katakana and what joins them.

    As in Lucene's grammar, a Hebrew letter after a double quote, or a letter after what joins it
    to the one before, takes no quote of its own.
    """
    x = _attached() + "*"
    letter = f"[{_set('ALetter', 'Hebrew_Letter')}]{x}"
    digit = f"[{_set('Numeric')}\uff10-\uff19]{x}"
    hebrew = f"[{_set('Hebrew_Letter')}]{x}"
    in_word = f"[{_set('MidLetter', 'MidNumLet', 'Single_Quote')}]{x}"
    in_number = f"[{_set('MidNum', 'MidNumLet', 'Single_Quote')}]{x}"
    run = (
        f"(?:{hebrew}'{x}"
        f'|{hebrew}"{x}{hebrew}'
        f"|{letter}(?:{in_word}{letter})*"
        f"|{digit}(?:{in_number}{digit})*)+"
    )
    katakana = f"(?:[{_set('Katakana')}]{x})+"
    joiner = f"[{_set('ExtendNumLet')}]{x}"
    part = f"(?:{katakana}|{run})"
    return f"(?:{joiner})*+{part}(?:(?:{joiner})+{part})*(?:{joiner})*"


_NOT_BY_THEMSELVES = "#*0-9\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff"
"""Emoji of the database with rules of their own: bases of key caps, halves of flags, modifiers."""


def _emoji_pattern() -> str:
    """Return emoji, with their modifiers, joined to sequences, or tagged."""
    plain = f"(?![{_NOT_BY_THEMSELVES}])[{_set('Emoji', 'Extended_Pictographic')}]"
    x = f"(?:(?![\ufe0e\ufe0f]){_attached()})*+"
    modifier = f"[{_set('Emoji_Modifier')}]{x}"
    based = f"[{_set('Emoji_Modifier_Base')}]{x}{modifier}|{plain}{x}\ufe0f?"
    first = f"(?:\u200d*+(?:{based})|{modifier})"
    further = f"(?:(?<=\u200d)(?:{based}|{modifier})|\u200d+(?:{based})|\u200d{modifier})"
    tags = "[\U000e0020-\U000e007e]+\U000e007f"
    return f"{first}(?:{tags}|{further}*)"


def _keycap_pattern() -> str:
    """Return a digit, ``#`` or ``*`` on a key."""
    x = f"(?:(?![\ufe0e\ufe0f]){_attached()})*"
    return f"[0-9#*](?:{x}\ufe0f\u20e3{x}|{x}\u20e3{x})"


def _set(*names: str) -> str:
    """Return the inside of a character class that has all these classes."""
    return "".join(f"{chr(first)}-{chr(last)}" for name in names for first, last in ranges()[name])

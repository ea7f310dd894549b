"""Where words begin and end: the rules of Lucene 8's StandardTokenizer.

Source: Unicode Standard Annex #29 (word boundaries, Unicode 9.0) and Unicode Technical Standard
#51 (emoji sequences, Emoji 11.0), as the grammar of Lucene 8 combines them: a word is the longest
match of any rule, at most 255 UTF-16 units long; what no rule matches is skipped.

Departures of Lucene's grammar from the annex, kept here: scripts of South East Asia stay whole;
an ideograph or a Hiragana letter is a word by itself; symbols are words only if they are emoji.
"""

import re
from functools import cache

from hgpo_envs.webshop.search.kinds import kinds

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
    shape = text.translate(kinds())
    rules = _rules()
    found = []
    position = 0
    while position < len(text):
        window = _window_end(text, position)
        matches = [rule.match(shape, position, window) for rule in rules]
        end = max((match.end() for match in matches if match), default=position)
        if end > position:
            found.append(text[position:end])
        position = max(end, position + 1)
    return found


def _window_end(text: str, position: int) -> int:
    """Return where the first 255 UTF-16 units from a position end."""
    window = text[position : position + LONGEST]
    units = window.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * LONGEST:
        return position + len(window)
    kept = units[: 2 * LONGEST].decode("utf-16-le", "surrogatepass")
    halved = kept[-1] != window[len(kept) - 1]  # the last character had no room for its second unit
    return position + len(kept) - halved


@cache
def _rules() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of words, as kinds of characters; the longest match counts."""
    having = kinds().having
    x = having("Format", "Extend", "ZWJ") + "*"  # what belongs to the one before it: rule WB4
    patterns = (
        _word_pattern(x),
        f"(?:{having('SA')}{x})+",
        f"{having('Han', 'Hiragana')}{x}",
        _emoji_pattern(),
        f"(?:{having('Regional_Indicator')}{x}){{2}}",
    )
    return tuple(map(re.compile, patterns))


def _word_pattern(x: str) -> str:
    """Return rules WB5 to WB13b: letters, digits, Katakana and what joins them.

    As in Lucene's grammar, a Hebrew letter after a double quote, or a letter after what joins it
    to the one before, takes no quote of its own.
    """
    having = kinds().having
    letter = having("ALetter", "Hebrew_Letter") + x
    digit = having("Numeric", "Wide_Digit") + x
    hebrew = having("Hebrew_Letter") + x
    in_word = having("MidLetter", "MidNumLet", "Single_Quote") + x
    in_number = having("MidNum", "MidNumLet", "Single_Quote") + x
    run = (
        f"(?:{hebrew}{having('Single_Quote')}{x}"
        f"|{hebrew}{having('Double_Quote')}{x}{hebrew}"
        f"|{letter}(?:{in_word}{letter})*"
        f"|{digit}(?:{in_number}{digit})*)+"
    )
    katakana = f"(?:{having('Katakana')}{x})+"
    joiner = having("ExtendNumLet") + x
    part = f"(?:{katakana}|{run})"
    return f"(?:{joiner})*+{part}(?:(?:{joiner})+{part})*(?:{joiner})*"


def _emoji_pattern() -> str:
    """Return emoji, with their modifiers, joined to sequences, or tagged; and key caps."""
    having = kinds().having
    x = having("Format", "Extend", "ZWJ", without=("Text_Style", "Emoji_Style")) + "*+"
    style, zwj = having("Emoji_Style"), having("ZWJ")
    alone = having("Emoji", "Extended_Pictographic", without=_NOT_ALONE) + x
    modifier = having("Emoji_Modifier") + x
    based = f"{having('Emoji_Modifier_Base')}{x}{modifier}|{alone}{style}?"
    first = f"(?:{zwj}*+(?:{based})|{modifier})"
    further = f"(?:(?<={zwj})(?:{based}|{modifier})|{zwj}+(?:{based})|{zwj}{modifier})"
    tags = f"{having('Tag')}+{having('Tag_End')}"
    base, cap = having("Keycap_Base"), having("Keycap")
    between = x.removesuffix("+")
    key = f"{base}(?:{x}{style}{cap}{x}|{between}{cap}{x})"
    return f"{first}(?:{tags}|{further}*)|{key}"


_NOT_ALONE = ("Keycap_Base", "Regional_Indicator", "Emoji_Modifier")
"""Emoji with rules of their own."""

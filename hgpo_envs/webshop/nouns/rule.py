"""Tell the nouns of a title by rule, for machines without a model of the language.

Titles of products are strings of nouns: nearly all words that begin with a capital are nouns or
names to a tagger, adjectives among them. So every word counts as one but numbers, signs, the
small words of the language, and the few adjectives and participles that titles use as such.
"""

import json
import re
from functools import lru_cache
from importlib.resources import files

VERSION = "1"
"""Rises when the rule finds other nouns."""

_TOKEN = re.compile(
    r"""
    \d+(?:[.,'’x×]\d+)*+(?![A-Z][a-z])            # a number; a size in feet and inches
    | (?<=\b[Nn]o)\.                             # of "No. 7", which taggers call a noun
    | [wW]/[oO]? | %                              # with, without; per cent, a noun too
    | [Cc]o\. | (?<=\w)['’][sS]\b
    | \w+?(?=['’][sS]\b)                          # what possesses
    | \w+(?:(?:[.+&]|['’](?![sS]\b))\w+)*\+*      # a word: Fern+Fox, O'Hare, AAA+
    """,
    re.VERBOSE,
)
"""What stands between white space and signs; a hyphen or a slash parts words."""

_WORDS = json.loads(files(__package__).joinpath("words.json").read_bytes())
_SMALL = frozenset(_WORDS["small"])
_SUCH_ANYWHERE = frozenset(_WORDS["such_anywhere"])
_SUCH_IN_LOWER_CASE = frozenset(_WORDS["such_in_lower_case"])


@lru_cache(maxsize=1 << 14)
def nouns_by_rule(title: str) -> tuple[str, ...]:
    """Return the nouns of a title in lower case, in the order of the text.

    Example:
        >>> nouns_by_rule("Tidepool Heavy-Duty Arc Lamp for Home and Office, Set of 2 (Black)")
        ('tidepool', 'heavy', 'duty', 'arc', 'lamp', 'home', 'office', 'set', 'black')
    """
    return tuple(token.lower() for token in tokens_of(title) if _is_noun(token))


def tokens_of(title: str) -> list[str]:
    """Return the words and numbers of a title.

    Example:
        >>> tokens_of("Harrow's Rack, No. 7, 30cm (w/ Screws)")
        ['Harrow', "'s", 'Rack', 'No', '.', '7', '30', 'cm', 'w/', 'Screws']
    """
    return _TOKEN.findall(title)


def _is_noun(token: str) -> bool:
    word = token.lower()
    if word in _SMALL or word in _SUCH_ANYWHERE or token in _SUCH_IN_LOWER_CASE:
        return False
    return not word[0].isdigit() or any(map(str.isalpha, word))

"""Characters as kinds: all that word breaking wants to know of a character, in one letter.

Properties overlap (``々`` is a letter and an ideograph, ``ℹ`` a letter and an emoji), so that a
kind is a set of properties that some characters have together. A text becomes a string of kinds
of the same length, on which short patterns do what would take patterns of thousands of characters.
"""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from string import ascii_letters

from hgpo_envs.webshop.search.unicode_tables import ranges

Ranges = list[tuple[int, int]]

_OF_GRAMMAR: Mapping[str, Ranges] = {
    "Keycap_Base": [(0x23, 0x23), (0x2A, 0x2A), (0x30, 0x39)],
    "Keycap": [(0x20E3, 0x20E3)],
    "Text_Style": [(0xFE0E, 0xFE0E)],
    "Emoji_Style": [(0xFE0F, 0xFE0F)],
    "Wide_Digit": [(0xFF10, 0xFF19)],
    "Tag": [(0xE0020, 0xE007E)],
    "Tag_End": [(0xE007F, 0xE007F)],
}
"""Characters that the grammar names, besides the properties of the Unicode Character Database."""


class Kinds(dict[int, str]):
    """The kind of each code point, found when it is first asked for: for ``str.translate``."""

    def __init__(self) -> None:
        """Divide all code points into stretches of one kind."""
        self._starts, stretches = _stretches({**ranges(), **_OF_GRAMMAR})
        different = sorted(set(stretches), key=sorted)
        self._letters = dict(zip(different, ascii_letters, strict=False))
        self._kinds = [self._letters[properties] for properties in stretches]

    def __missing__(self, point: int) -> str:
        kind = self[point] = self._kinds[bisect_right(self._starts, point) - 1]
        return kind

    def having(self, *properties: str, without: tuple[str, ...] = ()) -> str:
        """Return the pattern of a character that has one of some properties, and none of others."""
        letters = [
            letter
            for had, letter in self._letters.items()
            if not had.isdisjoint(properties) and had.isdisjoint(without)
        ]
        return f"[{''.join(letters)}]"


@cache
def kinds() -> Kinds:
    """Return the kinds of this process."""
    return Kinds()


def _stretches(properties: Mapping[str, Ranges]) -> tuple[list[int], list[frozenset[str]]]:
    """Return where stretches of code points with the same properties start, and which they are."""
    begins: dict[int, set[str]] = {0: set()}
    ends: dict[int, set[str]] = {}
    for name, pairs in properties.items():
        for first, last in pairs:
            begins.setdefault(first, set()).add(name)
            ends.setdefault(last + 1, set()).add(name)
    starts = sorted(begins.keys() | ends.keys())
    now: set[str] = set()
    stretches = []
    for start in starts:
        now = (now - ends.get(start, set())) | begins.get(start, set())
        stretches.append(frozenset(now))
    return starts, stretches

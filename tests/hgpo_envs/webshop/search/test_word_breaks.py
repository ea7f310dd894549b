"""Words as Lucene 8 breaks them."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.webshop.search import word_breaks
from hgpo_envs.webshop.search.unicode_tables import ranges
from hgpo_envs.webshop.search.word_breaks import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("can't stop", ["can't", "stop"]),  # WB6, WB7: an apostrophe between letters
        ("'tis the dogs'", ["tis", "the", "dogs"]),  # and nowhere else
        ("3.5 3,000;1 5'2", ["3.5", "3,000;1", "5'2"]),  # WB11, WB12: between digits
        ("a.b a,b 3:4 a:b", ["a.b", "a", "b", "3", "4", "a:b"]),
        ("a.5 5.a", ["a", "5", "5", "a"]),
        ("x2 2x", ["x2", "2x"]),  # WB9, WB10
        ("__a_1__ ___", ["__a_1__"]),  # WB13a, WB13b; not underscores alone
        ("a-b/c&d", ["a", "b", "c", "d"]),
        ('קב"ק ק\' ק"', ['קב"ק', "ק'", "ק"]),  # WB7a to WB7c: Hebrew quotes
        ("カタカナ_カ カa", ["カタカナ_カ", "カ", "a"]),  # WB13
        ("山水ひら한국어", ["山", "水", "ひ", "ら", "한국어"]),
        ("ไทย12", ["ไทย", "12"]),
        ("e\u0301 \u0301e", ["e\u0301", "e"]),  # WB4: a mark belongs to what is before it
        ("a\u202fb", ["a\u202fb"]),  # a narrow space joins
        ("a\u00a0b\u3000c", ["a", "b", "c"]),
        ("１２", ["１２"]),
        ("½ ² € ★ ©", ["★", "©"]),  # symbols, but for emoji, are no words
        ("👍🏽👍 🇫🇷🇩🇪🇫 1️⃣2", ["👍🏽", "👍", "🇫🇷", "🇩🇪", "1️⃣2"]),
        ("👩\u200d👩\u200d👧x ❤️\u200d🔥", ["👩\u200d👩\u200d👧", "x", "❤️\u200d🔥"]),
        ("#️⃣ # *⃣", ["#️⃣", "*⃣"]),
    ],
)
def test_words_are_those_of_the_rules(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_word_of_more_than_255_units_goes_on_as_another() -> None:
    assert [len(word) for word in words("a" * 600)] == [255, 255, 90]
    # 𝒜 takes two UTF-16 units, so that 127 of them fit and the next is not cut in half
    assert [len(word) for word in words("𝒜" * 130)] == [127, 3]
    # a joiner at the edge joins nothing: the word ends before it
    assert [len(word) for word in words("a" * 254 + ":b")] == [254, 1]


def one_of(*names: str, more: str = "") -> str:
    spans = [f"{chr(a)}-{chr(b)}" for name in names for a, b in ranges()[name]]
    return f"[{''.join(spans)}{more}]"


def stated_rules() -> list[re.Pattern[str]]:
    """State the rules without a thought for which way a match is sought."""
    x = one_of("Format", "Extend", "ZWJ") + "*"
    y = f"(?:(?![\ufe0e\ufe0f]){one_of('Format', 'Extend', 'ZWJ')})*"
    letter, hebrew = one_of("ALetter", "Hebrew_Letter") + x, one_of("Hebrew_Letter") + x
    digit, katakana = one_of("Numeric", more="\uff10-\uff19") + x, one_of("Katakana") + x
    joint = one_of("ExtendNumLet") + x
    in_word = one_of("MidLetter", "MidNumLet", "Single_Quote") + x
    in_number = one_of("MidNum", "MidNumLet", "Single_Quote") + x
    run = (
        f"(?:{katakana}(?:(?:{joint})*{katakana})*"
        f"|(?:{hebrew}(?:'{x}|\"{x}{hebrew})"
        f"|{digit}(?:(?:(?:{joint})*|{in_number}){digit})*"
        f"|{letter}(?:(?:(?:{joint})*|{in_word}){letter})*)+)"
    )
    plain = "(?![#*0-9\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff])"
    plain += one_of("Emoji", "Extended_Pictographic") + y
    modifier, base = one_of("Emoji_Modifier") + y, one_of("Emoji_Modifier_Base") + y
    emoji = f"(?:\u200d*{plain}\ufe0f?|(?:\u200d*{base})?{modifier})"
    flag = one_of("Regional_Indicator") + x
    return [
        re.compile(pattern)
        for pattern in (
            f"(?:{joint})*{run}(?:(?:{joint})+{run})*(?:{joint})*",
            f"(?:{one_of('SA')}{x})+",
            one_of("Han", "Hiragana") + x,
            f"{emoji}(?:(?:\u200d{emoji})*|[\U000e0020-\U000e007e]+\U000e007f)",
            f"[0-9#*]{y}\ufe0f?\u20e3{y}",
            flag + flag,
        )
    ]


RULES = stated_rules()


def words_by_trying(text: str) -> list[str]:
    """Try every end of every word, the last first."""
    found, position = [], 0
    while position < len(text):
        ends = range(len(text), position, -1)
        end = next(
            (end for end in ends if any(rule.fullmatch(text, position, end) for rule in RULES)),
            None,
        )
        if end:
            found.append(text[position:end])
        position = end or position + 1
    return found


ASCII = "aZ09_.:,;'\"-# "
OTHERS = "ק\u0301\u00ad\u200d\ufe0f\u20e3カ山ひไ한·’＇１👩👍🏽★🇫🇩❤\U000e0061\U000e007f\u202f"


@settings(deadline=None, derandomize=True, max_examples=3000)
@given(st.text(alphabet=ASCII + OTHERS, max_size=9) | st.text(alphabet=OTHERS, max_size=9))
def test_each_word_is_the_longest_match_of_any_rule(text: str) -> None:
    assert words(text) == words_by_trying(text)


@settings(deadline=None, derandomize=True, max_examples=1000)
@given(st.text(alphabet=ASCII, max_size=14))
def test_ascii_texts_take_a_short_cut_to_the_same_words(text: str) -> None:
    assert words(text) == word_breaks._words_by_all_rules(text)

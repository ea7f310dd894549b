"""From text to terms."""

import pytest

from hgpo_envs.webshop.search import analyse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Women's womens WOMEN’S women＇s", ["women"] * 4),
        ("it's that’s", []),  # what is left of them is a stop word
        ('+red -shoes "living room" red AND blue', ["red", "shoe", "live", "room", "red", "blue"]),
        ("title:red color=red", ["title:r", "color", "red"]),
        ("İstanbul", ["istanbul"]),  # one letter in Java, two in Python's lower()
        ("ΑΣ", ["ασ"]),  # no final sigma
        ("𝒜s", ["𝒜"]),  # three UTF-16 units, so that the stemmer looks at it
        ("as", []),
        ("5'2\" 9,000.5 x.5", ["5'2", "9,000.5", "x", "5"]),
        ("½ ² € ★ ® ☕ 山水 ひら ﬁne", ["★", "®", "☕", "山", "水", "ひ", "ら", "ﬁne"]),
        ("the  and\tof\n", []),
        ("\ud800 lone", ["lone"]),
    ],
)
def test_a_text_has_these_terms(text: str, expected: list[str]) -> None:
    assert analyse(text) == expected


def test_long_texts_have_the_terms_of_their_words() -> None:
    piece = "red,blue," * 20
    assert analyse(f"{piece} {piece}") == ["red", "blue"] * 40


@pytest.mark.parametrize("text", ["_" * 200_000, "a:" * 100_000, "\u200d" * 20_000])
def test_no_text_takes_long(text: str) -> None:
    assert len(analyse(text)) < 2000

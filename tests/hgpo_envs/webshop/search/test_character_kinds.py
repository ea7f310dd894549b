"""Kinds of characters, and the table they come from."""

from pathlib import Path

from hgpo_envs.webshop.search.kinds import Kinds
from hgpo_envs.webshop.search.unicode_tables import ranges, ranges_of_folder

FILES = {
    "WordBreakProperty.txt": """
# WordBreakProperty-9.0.0.txt
0041..0043    ; ALetter # L&   [3] LATIN CAPITAL LETTER A..C
0044          ; ALetter # L&       LATIN CAPITAL LETTER D
0061          ; ALetter
002E          ; MidNumLet # Po     FULL STOP
0020          ; Other
""",
    "Scripts.txt": "3041..3096 ; Hiragana\n0041..005A ; Latin\n",
    "LineBreak.txt": "0E01..0E3A;SA     # Lo  [58] THAI\n000A;LF\n",
    "emoji-data.txt": "0023 ; Emoji # 1.1 [1]\n0023 ; Emoji_Component\n",
}


def test_a_table_is_made_of_the_files_of_the_database(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert ranges_of_folder(tmp_path) == {
        "ALetter": [(0x41, 0x44), (0x61, 0x61)],
        "Emoji": [(0x23, 0x23)],
        "Hiragana": [(0x3041, 0x3096)],
        "MidNumLet": [(0x2E, 0x2E)],
        "SA": [(0xE01, 0xE3A)],
    }


def test_the_table_is_that_of_unicode_9() -> None:
    # numbers: the 580 decimal digits of 9.0, without the 10 wide ones, and U+066B;
    # U+0560 is a letter since 11.0; U+202F joins words since 8.0
    table = ranges()
    assert sum(last - first + 1 for first, last in table["Numeric"]) == 571
    assert not any(first <= 0x560 <= last for first, last in table["ALetter"])
    assert any(first <= 0x202F <= last for first, last in table["ExtendNumLet"])


def test_characters_of_one_kind_have_the_same_properties() -> None:
    kinds = Kinds()
    text = "Aß々山ℹ1#.:'_\u0301"
    shape = text.translate(kinds)
    assert len(shape) == len(text)
    assert shape[0] == shape[1] != shape[2] != shape[3]
    assert shape[2] in kinds.having("ALetter")
    assert shape[2] in kinds.having("Han")
    assert shape[3] in kinds.having("Han")
    assert shape[3] not in kinds.having("ALetter")
    assert shape[4] in kinds.having("ALetter", "Hiragana")
    assert shape[4] not in kinds.having("ALetter", without=("Emoji",))


def test_the_first_and_the_last_code_point_have_a_kind() -> None:
    assert "\0\U0010ffff\ud800".translate(Kinds()) == "aaa"

import zlib

import numpy as np
import pytest
from hash_seeds import printed
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.scorer.strings import EMPTY, MOST_CHARACTERS, StringTable, features

BUCKETS = 2048


def bucket(feature: str) -> int:
    return zlib.crc32(feature.encode()) % BUCKETS


def words(*of: str) -> tuple[int, ...]:
    return tuple(bucket(word) for word in of)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("go to cabinet 12", words("go", "to", "cabinet", "12", "cabinet 12")),
        ("On the CABINET 1, you see: nothing!", words(
            "on", "the", "cabinet", "1", "you", "see", "nothing", "cabinet 1")),
        ("cup 1 2", words("cup", "1", "2", "cup 1", "1 2")),
        ("in/on it's_4x", words("in", "on", "it", "s", "4", "x", "s 4")),
        ("look look", words("look", "look")),
        ("café Übung №", words("café", "übung")),
        ("привет мир 3", words("привет", "мир", "3", "мир 3")),
        ("杯子", words("杯子")),
        ("", words("")),
        (" .,-\n\t", words("")),
        ("\ud800", words("")),
    ],
)  # fmt: skip
def test_features_are_hashed_words_and_word_number_pairs(
    text: str, expected: tuple[int, ...]
) -> None:
    assert features(text, BUCKETS) == expected


def test_a_cleared_table_begins_anew() -> None:
    table = StringTable(BUCKETS)
    kept = table.ids(("a b", "c"))
    assert table.features == 4  # with that of the empty text
    table.clear()
    assert (len(table), table.features, table.id("")) == (1, 1, EMPTY)
    assert table.ids(("c", "a b")).tolist() == kept.tolist()
    assert table.bags(table.ids(("c",)))[0].tolist() == list(words("c"))


def test_the_head_of_a_long_text_is_read() -> None:
    long = "word " * 5_000
    assert len(features(long, BUCKETS)) == -(-MOST_CHARACTERS // len("word "))


def test_features_are_literals_that_no_hash_seed_changes() -> None:
    # python -c "import zlib; print(zlib.crc32(b'go'))"
    assert features("go", 2**32) == (3060306774,)
    code = "from agents.scorer.strings import features; print(features('go to cup 3', 2048))"
    told = printed(code)
    assert told == {f"{features('go to cup 3', 2048)}\n"}


@settings(deadline=None, derandomize=True)
@given(st.text(), st.integers(1, 100))
def test_every_text_has_features_within_the_buckets(text: str, buckets: int) -> None:
    found = features(text, buckets)
    assert found
    assert all(0 <= feature < buckets for feature in found)
    assert found == features(text.upper().lower(), buckets) or text.upper().lower() != text.lower()


def test_a_text_keeps_its_id_and_the_empty_text_has_the_first() -> None:
    table = StringTable(BUCKETS)
    assert (len(table), table.id(""), EMPTY) == (1, 0, 0)
    assert [table.id("look"), table.id("go"), table.id("look"), table.id("Look")] == [1, 2, 1, 3]
    assert len(table) == 4


def test_a_tuple_of_texts_is_looked_up_whole_and_cannot_be_changed_by_accident() -> None:
    table = StringTable(BUCKETS)
    ids = table.ids(("b", "a", "b"))
    assert ids.tolist() == [1, 2, 1]
    assert table.ids(("b", "a", "b")) is ids
    assert table.ids(()).tolist() == []
    with pytest.raises(ValueError, match="read-only"):
        ids[0] = 5


def test_bags_are_the_features_of_the_texts_in_the_order_asked_for() -> None:
    table = StringTable(BUCKETS)
    look, go = table.id("look"), table.id("go to bed 1")
    flat, offsets = table.bags(np.array([go, look, EMPTY, go]))
    assert flat.tolist() == [
        *features("go to bed 1", BUCKETS),
        *features("look", BUCKETS),
        *features("", BUCKETS),
        *features("go to bed 1", BUCKETS),
    ]
    # "go to bed 1" has 4 words and the pair "bed 1".
    assert offsets.tolist() == [0, 5, 6, 7]
    flat, offsets = table.bags(np.array([], np.int64))
    assert (flat.tolist(), offsets.tolist()) == ([], [])


def test_a_table_grows_after_its_bags_were_read() -> None:
    table = StringTable(BUCKETS)
    for number in range(5000):
        one = table.id(f"text {number}")
        flat, _ = table.bags(np.array([one]))
    assert flat.tolist() == list(features("text 4999", BUCKETS))
    assert table.bags(np.array([1]))[0].tolist() == list(features("text 0", BUCKETS))

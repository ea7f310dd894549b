from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recordings import recorded

from hgpo_envs.webshop.reward.colours import colour_of, colour_of_pair
from hgpo_envs.webshop.reward.fuzzy import alike, token_set_ratio, words_of
from hgpo_envs.webshop.reward.parts import options_met, wanted_upstream, wanted_values

WORDS = st.sampled_from(
    ["red", "dark", "darker", "redwood", "large", "x-large", "8", "oz", "(6)", "é", "★", "_", "İ"]
)
TEXTS = st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=12))


# per cent as thefuzz 0.19 on difflib gave them; a list stands for a (name, value) pair
def test_every_recorded_pair_is_as_similar_as_recorded(shared_data: Path):
    pairs = recorded(shared_data / "webshop", "fuzz_pairs")
    assert len(pairs) == 1976
    for _, first, other, score, _ in pairs:
        second = other if isinstance(other, str) else str(tuple(other))
        assert (token_set_ratio(first, second), alike(first, second)) == (score, score > 85)


# of each pair, whether a human goal's value is met, and a synthetic goal's (color, value)
def test_every_recorded_option_is_met_as_recorded(shared_data: Path):
    colours, *pairs = recorded(shared_data / "webshop", "option_pairs")
    assert {value: colour_of(value) for value in colours} == colours
    assert len(pairs) == 2650
    for chosen, wanted, human, synthetic in pairs:
        assert options_met(wanted_upstream((wanted,)), [chosen]) == human
        assert options_met(wanted_upstream((("color", wanted),)), [chosen]) == synthetic
        assert options_met(wanted_values((("color", wanted),)), [chosen]) == human


@settings(deadline=None, derandomize=True, max_examples=400)
@given(TEXTS, TEXTS)
def test_bounds_never_change_a_decision(first: str, second: str):
    assert alike(first, second) == (token_set_ratio(first, second) > 85)


# one character of 221 differs, but from 200 characters on difflib looks for nothing that begins
# with a frequent one, and here all are frequent
def test_long_texts_are_compared_as_difflib_compares_them():
    long, short = "ab" * 110, "ab" * 50
    assert token_set_ratio(long, f"c{long}") == 0
    assert not alike(long, f"c{long}")
    assert alike(short, f"c{short}")


@pytest.mark.parametrize(
    ("first", "second", "score"),
    [
        ("large", "x-large", 100),
        ("x-large", "large", 100),
        ("8 ounce (pack of 1)", "8 ounce (pack of 6)", 94),
        ("café", "cafe", 86),
        ("山水", "山水", 100),
        ("-", "-", 0),
        ("★", "★", 0),
        ("", "", 0),
    ],
)
def test_what_is_known_of_the_measure_holds(first: str, second: str, score: int):
    assert token_set_ratio(first, second) == score


def test_words_are_split_and_latin_1_is_deleted():
    assert words_of("Crème_8-Ounce ½") == {"crme_8", "ounce"}


# the first of the list that stands anywhere, not the first in the text
@pytest.mark.parametrize(
    ("value", "colour"),
    [("titanium", "tan"), ("washed denim", "ash"), ("rose gold", "gold"), ("xl", "xl")],
)
def test_a_colour_is_found_anywhere_in_a_value(value: str, colour: str):
    assert colour_of(value) == colour


def test_a_pair_has_a_colour_only_where_a_member_is_one():
    assert colour_of_pair("color", "gold") == "gold"
    assert colour_of_pair("tan", "big") == "tan"
    assert colour_of_pair("color", "rose gold") == "('color', 'rose gold')"

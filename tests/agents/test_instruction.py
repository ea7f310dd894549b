import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.instruction import amounts, read_wish, stem, words


@pytest.mark.parametrize(
    ("instruction", "text", "most"),
    [
        ("find red shoes, and price lower than 130.00 dollars", "find red shoes", 130.0),
        ("find red shoes?, and price lower than 40.00 dollars", "find red shoes?", 40.0),
        ("I want a red shirt under $40.", "I want a red shirt.", 40.0),
        ("a lamp that costs no more than $1,299.50 please", "a lamp please", 1299.5),
        ("For at most 30 dollars, a blue lamp", ", a blue lamp", 30.0),
        ("a $20 gift card, price below 25 bucks", "a $20 gift card", 25.0),
        ("red shoes in size 9.5", "red shoes in size 9.5", None),
        ("under $20", "", 20.0),
        ("", "", None),
    ],
)
def test_the_price_is_read_and_the_words_that_lead_to_it_are_cut_out(
    instruction: str, text: str, most: float | None
) -> None:
    wish = read_wish(instruction)
    assert (wish.text, wish.most) == (text, most)


def test_phrases_end_at_punctuation_and_at_words_that_join() -> None:
    wish = read_wish(
        "Can you get me loose fit women's tops & tees with short sleeve, color: dark red, "
        "and the size should be xx-large, and price lower than 30.00 dollars"
    )
    assert wish.phrases == (
        ("loose", "fit", "women's", "tops", "tees"),
        ("short", "sleeve"),
        ("color", "dark", "red"),
        ("size", "xx-large"),
    )
    assert wish.content == frozenset(
        {"loose", "fit", "women", "top", "tee", "short", "sleeve", "color", "dark", "red",
         "size", "xx-large"}
    )  # fmt: skip
    assert wish.sequence[:4] == ("can", "you", "get", "me")
    assert "30.00" not in wish.sequence


def test_a_word_keeps_its_hyphens_apostrophes_and_points() -> None:
    assert words("Men's X-Large, 5.5 (us 9|eu 42) ready-to-use!") == [
        "men's", "x-large", "5.5", "us", "9", "eu", "42", "ready-to-use",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "bare"),
    [("lamps", "lamp"), ("dress", "dress"), ("women’s", "women"), ("us", "us"), ("gas", "gas")],
)
def test_a_stem_is_a_word_without_possession_and_plural(word: str, bare: str) -> None:
    assert stem(word) == bare


def test_amounts_of_money_are_told_from_other_numbers() -> None:
    assert amounts("size 9, $3.46 to $1,299.00, 20 dollars, 5 bucks, 7 usd, 8") == (
        3.46, 1299.0, 20.0, 5.0, 7.0,
    )  # fmt: skip


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    wish = read_wish(text)
    assert wish.content == {stem(word) for phrase in wish.phrases for word in phrase}
    assert all(phrase for phrase in wish.phrases)

"""What the scripted shopper understands of an instruction."""

import math

import pytest

from hgpo_envs.webshop.expert.wish import one_spelling, read_wish, stem, stems_of


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("i need red shoes, and price lower than 1,040.50 dollars", 1040.5),
        ("i need red shoes, my budget is $27", 27.0),
        ("i need 2 red shoes for at most 30 dollars", 30.0),
        ("i need 2 red shoes", math.inf),
        ("", math.inf),
    ],
)
def test_the_price_limit_is_read(text, limit):
    assert read_wish(text).limit == limit


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("find me washable cover, usb powered festoon bulbs, finish: navy", ("festoon", "bulb")),
        ("i'm looking for a women's pants that is machine wash", ("women", "pant")),
        ("i am after a spill resistant area rug, the size should be l", ("area", "rug")),
        ("could you get me a rug", ("rug",)),
        ("please show me", ()),
    ],
)
def test_the_name_of_the_thing_stands_before_the_first_clause(text, head):
    assert read_wish(text).head == head


def test_a_value_is_asked_for_if_all_its_words_stand_together_in_any_spelling():
    wish = read_wish(
        "a forest green coat, extra large, pack of two, 30 centimeters, under 5 dollars"
    )
    assert wish.asks_for("Forest Green") == 2
    assert wish.asks_for("xl") == wish.asks_for("X-Large") == 1
    assert wish.asks_for("2 pack") == 2
    assert wish.asks_for("30cm") == 1
    for other in ("large", "l", "green forest", "sky blue", "5", "4 pack", "", "-"):
        assert wish.asks_for(other) == 0


def test_small_words_and_prices_are_not_searched_for():
    assert read_wish("I'd like to buy Tom's red shoes for less than $30, please").query == (
        "tom red shoes"
    )


def test_words_are_compared_without_common_endings():
    assert stems_of("Frost-Proofed shoes, small") == {"frost", "proof", "shoe", "small", "s"}
    assert stem("glass") == "glass"
    assert one_spelling("XX-Large 2 kilograms") == ("xxl", "2kg")

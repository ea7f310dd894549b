import random

import numpy as np
import pytest
from small_shop import product

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.instructions import HumanInstruction, SyntheticInstruction
from hgpo_envs.webshop.goals import (
    GoalBook,
    Wish,
    decode_wish,
    draw_prices,
    encode_wish,
    human_wishes,
    synthetic_wishes,
)
from hgpo_envs.webshop.goals.limits import NO_LIMIT, draw_limit
from hgpo_envs.webshop.goals.order import limited_places, shuffled_places

OPTIONS = {"size": ("s", "m", "l"), "color": ("red", "blue")}
MADE = SyntheticInstruction(text="Find me a lamp", attributes=("soft", "warm"))


def wishes(*options: dict[str, tuple[str, ...]]) -> list[Wish]:
    return [
        wish
        for number, of_product in enumerate(options)
        for wish in synthetic_wishes(product(f"B{number}", options=of_product), MADE)
    ]


def book(*options: dict[str, tuple[str, ...]], seed: int = 0) -> GoalBook:
    return GoalBook("synthetic", wishes(*options), lambda row: 15.0, random.Random(seed))


def test_a_synthetic_wish_is_a_goal_for_each_combination_the_last_name_changing_fastest():
    (wish,) = wishes(OPTIONS)
    assert wish.size == 6
    assert [wish.options(number) for number in range(3)] == [
        (("color", "red"), ("size", "s")),
        (("color", "red"), ("size", "m")),
        (("color", "red"), ("size", "l")),
    ]
    assert wish.options(5) == (("color", "blue"), ("size", "l"))
    with pytest.raises(IndexError, match="goal 6 of 6 of product 'B0'"):
        wish.options(6)


def test_an_instruction_names_its_options_and_its_limit():
    goals = book(OPTIONS)
    text = "Find me a lamp with color: blue, and size: l, and price lower than "
    (goal,) = (goal for goal in goals if goal.options == (("color", "blue"), ("size", "l")))
    # above 15 dollars come 20, 30, 40 and 50; the larger of two of them is 30 at least
    assert goal.price_upper in {30.0, 40.0, 50.0}
    assert goal.instruction == f"{text}{goal.price_upper:.2f} dollars"


def test_a_product_without_options_is_one_goal_and_one_with_an_empty_option_is_none():
    assert [goal.options for goal in book({})] == [()]
    assert len(book({"size": ()})) == 0
    assert [goal.asin for goal in book({"size": ()}, {})] == ["B1"]


# soft is asked for in 2 + 1 goals, so that each weighs 1/3
def test_a_weight_is_the_mean_share_of_the_attributes():
    assert book({"size": ("s", "m")}, {}).weights == [1 / 3] * 3


def test_people_s_instructions_without_attributes_are_passed_over_and_dots_are_stripped():
    instructions = (
        HumanInstruction(text="any lamp", attributes=(), options=()),
        HumanInstruction(text="..i want a lamp...", attributes=("soft",), options=("red",)),
    )
    (wish,) = human_wishes(product("B0", options=OPTIONS), instructions)
    assert (wish.text, wish.attributes, wish.options(0)) == ("i want a lamp", ("soft",), ("red",))


def test_an_instruction_made_of_no_attributes_makes_no_goal():
    nothing = SyntheticInstruction(text="Find me a lamp", attributes=())
    assert list(synthetic_wishes(product("B0"), nothing)) == []
    assert list(synthetic_wishes(product("B0"), None)) == []


# 979.99 has 980 and 990 above it, 980 only 990
def test_from_980_dollars_on_there_is_no_limit_and_nothing_is_drawn():
    stream = random.Random(1)
    before = stream.getstate()
    for price in (980.0, 990.0, 2_000_000.0):
        assert draw_limit(price, stream) == (NO_LIMIT, "")
    assert stream.getstate() == before
    assert draw_limit(979.99, stream) == (990.0, ", and price lower than 990.00 dollars")


def test_a_price_is_drawn_between_its_ends_in_either_order():
    ranges = np.array([[1.0, 3.0], [10.0, 3.0], [5.0, 5.0]])
    stream = random.Random(7)
    expected = [stream.uniform(low, high) for low, high in ranges.tolist()]
    assert draw_prices(ranges, random.Random(7)).tolist() == expected
    assert draw_prices(np.empty((0, 2)), random.Random(7)).tolist() == []
    with pytest.raises(ValueError, match=r"ranges has shape \(2,\); expected two ends"):
        draw_prices(np.array([1.0, 2.0]), random.Random(7))


def test_another_seed_draws_other_limits_and_the_same_order():
    several = [OPTIONS] * 8
    first, again, other = book(*several), book(*several), book(*several, seed=1)
    assert list(first) == list(again)
    assert [goal.asin for goal in first] == [goal.asin for goal in other]
    assert [goal.price_upper for goal in first] != [goal.price_upper for goal in other]


def test_a_task_id_names_a_place_of_the_official_order():
    goals = book(OPTIONS, OPTIONS)
    assert [goal.task for goal in goals[2:4]] == ["synthetic-2", "synthetic-3"]
    assert goals[-1] == goals[11]
    assert (goals[-1].task, goals.task(3), goals.category(3)) == (
        "synthetic-11", "synthetic-3", goals[3].category,
    )  # fmt: skip
    with pytest.raises(IndexError):
        goals[12]


def test_the_order_is_python_s_shuffle_after_the_original_s_seed():
    expected = list(range(50))
    random.seed(233)
    random.shuffle(expected)
    assert list(shuffled_places(50)[0]) == expected


def test_the_first_goal_is_never_among_a_limited_number():
    drawn = limited_places([1.0] * 5, 4, random.Random(0))
    assert sorted(drawn) == [1, 2, 3, 4]
    assert limited_places([1.0] * 5, 5, random.Random(0)) == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="limit is -1; expected from 0 to 4 of 5 goals"):
        limited_places([1.0] * 5, -1, random.Random(0))


def test_global_random_numbers_are_left_alone():
    random.seed(5)
    before = random.getstate()
    list(book(OPTIONS))
    assert random.getstate() == before


def test_a_kept_wish_is_read_as_it_was():
    for wish in wishes(OPTIONS, {"é ½": ("\u2028 x",)}, {}):
        assert decode_wish(encode_wish(wish)) == wish
        assert b"\n" not in encode_wish(wish)
    with pytest.raises(DataError, match="the line of a wish is damaged"):
        decode_wish(b"[1, 2]")


def test_half_a_million_goals_of_one_product_are_made_only_as_they_are_asked_for():
    many = {name: tuple(map(str, range(80))) for name in "abc"}
    goals = book(many)
    assert len(goals) == 512_000
    assert goals[511_999].task == "synthetic-511999"

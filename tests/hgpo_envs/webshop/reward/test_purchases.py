import math
from dataclasses import replace

import pytest
from small_shop import product

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.webshop.goals.goal import Goal
from hgpo_envs.webshop.reward import KINDS, score

GOAL = Goal(
    task="synthetic-0",
    asin="B0",
    category="garden",
    query="lamps",
    name="Lamp B0",
    product_category="Home › Lamps",
    instruction="find a lamp",
    attributes=("easy clean",),
    price_upper=20.0,
    options=(("color", "tempered glass"), ("size", "large")),
)
OWN = product("B0", options={"color": ("tempered glass", "oak"), "size": ("large", "small")})
CHOSEN = {"color": "tempered glass", "size": "large"}


def words(title: str) -> list[str]:
    return title.lower().split()


def bought(goal: Goal = GOAL, of: object = OWN, price: float = 10.0, **given: object) -> float:
    chosen = given.get("chosen", CHOSEN)
    kind = str(given.get("kind", "fixed"))
    return score(goal, of, chosen, price, words, kind=kind)[0]  # type: ignore[arg-type]


# "tempered glass" holds "red", and "red" is no word of "('color', 'tempered glass')"
def test_fixed_lets_a_synthetic_goal_be_reached_that_upstream_never_rewards_in_full():
    assert bought(kind="fixed") == 1.0
    assert bought(kind="upstream") == 0.75


# 1 attribute, 2 options and the price: 4 parts
def test_the_parts_are_weighed_by_their_number():
    total, parts = score(GOAL, OWN, {"size": "large"}, 10.0, words)
    assert total == 0.75
    assert parts == {
        "r_type": 1.0,
        "r_att": 1.0,
        "w_att": 0.25,
        "query_match": True,
        "category_match": True,
        "title_score": 1.0,
        "r_option": 0.5,
        "w_option": 0.5,
        "r_price": True,
        "w_price": 0.25,
    }


def test_buying_without_options_earns_nothing_for_them():
    for kind in KINDS:
        assert bought(chosen={}, kind=kind) == 0.5


def test_a_goal_without_options_has_no_part_for_them():
    total, parts = score(replace(GOAL, options=()), OWN, CHOSEN, 10.0, words)
    assert total == 1.0
    assert {"r_option", "w_option"}.isdisjoint(parts)


def test_names_are_not_compared_and_one_value_serves_several_options():
    goal = replace(GOAL, options=(("scent", "oak"), ("color", "oak")))
    for kind in KINDS:
        assert bought(goal, chosen={"style": "oak"}, kind=kind) == 1.0


# the name stands in the pair that upstream compares with
def test_only_upstream_takes_an_option_s_name_for_its_value():
    assert bought(chosen={"x": "color"}, kind="upstream") == 0.75
    assert bought(chosen={"x": "color"}, kind="fixed") == 0.5


@pytest.mark.parametrize(
    ("wanted", "chosen", "upstream", "fixed"),
    [
        ("red", "dark red", 0.0, 0.0),
        ("dark red", "red", 1.0, 0.0),
        ("redwood", "red", 0.0, 1.0),
        ("10 wide", "10", 1.0, 1.0),
        ("★", "★", 0.0, 1.0),
    ],
)
def test_values_are_compared_as_those_of_human_goals(
    wanted: str, chosen: str, upstream: float, fixed: float
):
    goal = replace(GOAL, options=(("color", wanted),))
    for kind, expected in (("upstream", upstream), ("fixed", fixed)):
        _, parts = score(goal, OWN, {"color": chosen}, 10.0, words, kind=kind)
        assert parts["r_option"] == expected


@pytest.mark.parametrize("price", [math.nan, math.inf, 20.01])
def test_a_price_that_is_none_or_too_high_is_not_met(price: float):
    for kind in KINDS:
        assert bought(price=price, kind=kind) == (0.75 if kind == "fixed" else 0.5)


def test_a_price_below_nothing_is_met_only_upstream():
    _, fixed = score(GOAL, OWN, CHOSEN, -1.0, words)
    _, upstream = score(GOAL, OWN, CHOSEN, -1.0, words, kind="upstream")
    assert (fixed["r_price"], upstream["r_price"]) == (False, True)


def test_a_limit_of_nothing_is_never_met():
    for limit in (0.0, -5.0):
        goal = replace(GOAL, price_upper=limit)
        _, parts = score(goal, OWN, CHOSEN, 0.5, words, kind="upstream")
        assert parts["r_price"] is False


def test_no_limit_is_met_by_any_price():
    goal = replace(GOAL, price_upper=1_000_000)
    assert bought(goal, price=1_000_000.01) == 1.0
    assert bought(goal, price=1_000_000.01, kind="upstream") == 0.5


OTHER = {"asin": "B9", "query": "chairs", "product_category": "Home › Chairs"}


# nouns in common over nouns wanted; neither the query nor two levels of the category are shared
@pytest.mark.parametrize(
    ("wanted", "title", "r_type"),
    [
        ("lamp", "lamp", 1.0),
        ("a b c d lamp", "lamp", 0.5),
        ("a b c lamp", "lamp", 1.0),
        ("a b c d e f g h i j lamp", "lamp", 0.1),
        ("lamp", "chair", 0.0),
        ("", "chair", 0.5),
    ],
)
def test_titles_decide_where_query_and_category_differ(wanted: str, title: str, r_type: float):
    other = product(title=title, **OTHER)
    for kind in KINDS:
        _, parts = score(replace(GOAL, name=wanted), other, CHOSEN, 10.0, words, kind=kind)
        assert parts["r_type"] == r_type


def test_no_noun_in_common_is_worth_nothing_whatever_else_is_the_same():
    assert bought(of=product("B1", title="chair", options=OWN.options)) == 0.0


# "lamp" eleven times: one noun in common over eleven is below a tenth
def test_a_product_is_of_its_own_kind_only_under_fixed_where_its_title_repeats_itself():
    title = " ".join(["lamp"] * 11)
    goal, own = replace(GOAL, name=title), replace(OWN, title=title)
    assert bought(goal, own) == 1.0
    assert bought(goal, own, kind="upstream") == pytest.approx(0.1 * 0.75, abs=1e-12)


@pytest.mark.parametrize(
    ("wanted", "met"),
    [
        ("clean easy", True),
        ("gives light", True),
        ("small", True),
        ("Gives light", False),
        ("dim", False),
    ],
)
def test_an_attribute_is_in_the_list_or_word_for_word_in_the_texts(wanted: str, met: bool):
    _, parts = score(replace(GOAL, attributes=(wanted,)), OWN, CHOSEN, 10.0, words)
    assert parts["r_att"] == float(met)


def test_only_fixed_finds_an_attribute_without_a_word_in_the_list():
    own = replace(OWN, attributes=("★",))
    goal = replace(GOAL, attributes=("★",))
    assert bought(goal, own) == 1.0
    assert bought(goal, own, kind="upstream") == 0.5


def test_a_goal_without_attributes_has_none_unmet():
    total, parts = score(replace(GOAL, attributes=()), OWN, CHOSEN, 10.0, words)
    assert (total, parts["r_att"], parts["w_att"]) == (1.0, 1.0, 0.0)


def test_an_unknown_kind_is_refused():
    with pytest.raises(UnknownNameError, match=r"unknown reward 'fixd'\. Did you mean 'fixed'\?"):
        bought(kind="fixd")

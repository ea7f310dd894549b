import time
from pathlib import Path
from statistics import median

import pytest
from recorded_goals import Official, official, wanted_in
from recordings import recorded

from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.nouns import RuleFinder, read_recorded, recorded_files
from hgpo_envs.webshop.reward import colours, fuzzy, score
from hgpo_envs.webshop.reward.parts import options_met, wanted_values


@pytest.fixture
def webshop(shared_data: Path) -> Path:
    return shared_data / "webshop"


def by_asin(shop: Official) -> dict[str, Product]:
    return {one.asin: one for one in shop.products}


def never_in_full(shop: Official, kind: str) -> int:
    """Count the synthetic goals that their own product with its own options does not reach."""
    products = by_asin(shop)
    nouns = RuleFinder()
    return sum(
        score(
            goal,
            products[goal.asin],
            dict(pair for pair in goal.options if isinstance(pair, tuple)),
            shop.prices[products[goal.asin].row],
            nouns,
            kind=kind,
        )[0]
        < 1.0
        for goal in shop.goals
    )


# 1,334 purchases, 13 of them with limits of 0 or less, on which the original fails
def test_every_recorded_reward_and_component_is_equal_under_upstream(webshop: Path):
    products = by_asin(official(webshop, "1k", "human"))
    nouns = read_recorded(recorded_files(webshop))
    lines = recorded(webshop, "rewards")
    assert (len(lines), sum("error" in line for line in lines)) == (1334, 13)
    for line in lines:
        bought = (products[line["asin"]], line["options"], line["price"])
        total, parts = score(wanted_in(line), *bought, nouns.__getitem__, kind="upstream")
        if "error" in line:
            assert parts["r_price"] is False
        else:
            assert (total, parts) == (line["total"], line["info"])


# number 201 has a price above the number that stands for no limit
def test_fixed_rewards_recorded_purchases_for_human_goals_as_upstream_does(webshop: Path):
    products = by_asin(official(webshop, "1k", "human"))
    nouns = read_recorded(recorded_files(webshop))
    unequal = [
        line["i"]
        for line in recorded(webshop, "rewards")
        if line["human"]
        and "error" not in line
        and score(
            wanted_in(line),
            products[line["asin"]],
            line["options"],
            line["price"],
            nouns.__getitem__,
        )
        != (line["total"], line["info"])
    ]
    assert unequal == [201]


def test_every_synthetic_goal_of_the_small_catalogue_can_be_reached(webshop: Path):
    shop = official(webshop, "1k", "synthetic")
    assert len(shop.goals) == 3937
    assert never_in_full(shop, "fixed") == 0


# upstream compares pairs: "tempered glass" is red to it, and ('material', 'tempered glass') is not
@pytest.mark.slow
def test_goals_that_upstream_never_rewards_in_full_can_all_be_reached_under_fixed(webshop: Path):
    shop = official(webshop, "20k", "synthetic")
    assert len(shop.goals) == 12_523
    assert (never_in_full(shop, "upstream"), never_in_full(shop, "fixed")) == (115, 0)


# people asked for values that the product does not have in 3 of 719 instructions
def test_human_goals_ask_for_what_their_product_offers_but_for_three(webshop: Path):
    shop = official(webshop, "1k", "human")
    products = by_asin(shop)
    unmet = 0
    for goal in shop.goals:
        offered = [value for values in products[goal.asin].options.values() for value in values]
        unmet += options_met(wanted_values(goal.options), offered, equal=True) < len(goal.options)
    assert unmet == 3


# the original takes 21 to 49 ms; measured here 0.06 ms with empty caches
def test_a_purchase_is_judged_in_under_two_milliseconds_with_empty_caches(webshop: Path):
    products = by_asin(official(webshop, "1k", "human"))
    nouns = read_recorded(recorded_files(webshop))
    times = []
    for line in recorded(webshop, "rewards")[:200]:
        goal = wanted_in(line)
        for cache in (fuzzy.words_of, fuzzy.alike, colours.colour_of):
            cache.cache_clear()
        begun = time.perf_counter()
        score(goal, products[line["asin"]], line["options"], line["price"], nouns.__getitem__)
        times.append(time.perf_counter() - begun)
    assert median(times) < 0.002

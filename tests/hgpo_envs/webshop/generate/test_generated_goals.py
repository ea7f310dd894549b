"""The goals of a generated shop can be reached, and what resembles them falls short."""

import re

import pytest

from hgpo_envs.webshop import generate
from hgpo_envs.webshop.catalogue.cleaning import clean_all
from hgpo_envs.webshop.generate.goals import MOST_GOALS
from hgpo_envs.webshop.nouns.rule import nouns_by_rule
from hgpo_envs.webshop.reward import score


@pytest.fixture(scope="module", params=list(generate.LEVELS))
def shop(request):
    return generate.series(request.param)


@pytest.fixture(scope="module")
def products(shop):
    cleaned = clean_all(generate.records(shop), generate.entries(shop))
    return {product.asin: product for product in cleaned}


def test_every_goal_is_reached_with_its_own_product_and_options(shop, products):
    for goal in generate.goals(shop):
        product = products[goal.asin]
        wanted = shop.member(product.row).wanted_options
        assert all(value in product.options[name] for name, value in wanted.items())
        for price in product.prices:  # whatever is drawn of a range is no more than its end
            assert score(goal, product, wanted, price, nouns_by_rule)[0] == 1.0
            assert score(goal, product, wanted, price, nouns_by_rule, kind="upstream")[0] == 1.0
        assert (goal.name, goal.query) == (product.title, product.query)
        assert goal.product_category == product.product_category


def chosen(wanted, product):
    """Choose what is wanted where it is offered, anything elsewhere."""
    return {
        name: wanted[name] if wanted.get(name) in values else values[0]
        for name, values in product.options.items()
    }


def test_a_distractor_matches_all_but_one_constraint_and_earns_less(shop, products):
    by_row = list(products.values())
    unlike = set()
    for goal in generate.goals(shop):
        row = products[goal.asin].row
        if row % shop.family_size:
            continue
        wanted = shop.member(row).wanted_options
        for place in range(1, shop.family_size):
            product = by_row[row + place]
            options = chosen(wanted, product)
            total, parts = score(goal, product, options, min(product.prices), nouns_by_rule)
            lost = [
                round((1 - parts["r_att"]) * len(goal.attributes)),
                round((1 - parts.get("r_option", 1.0)) * len(goal.options)),
                int(not parts["r_price"]),
                int(parts["r_type"] < 1.0),
            ]
            assert sum(lost) == 1
            assert total < 1.0
            unlike.add(lost.index(1))
    assert unlike == {0, 1, 2, 3}


def test_no_option_chosen_earns_less_where_one_is_asked_for(shop, products):
    for goal in generate.goals(shop)[:300]:
        product = products[goal.asin]
        total, _ = score(goal, product, {}, min(product.prices), nouns_by_rule)
        assert (total < 1.0) == bool(goal.options)


def test_goals_are_numbered_and_splits_share_no_family(shop):
    goals = generate.goals(shop)
    assert [goal.task for goal in goals] == [f"gen-{at}" for at in range(len(goals))]
    assert len(goals) > 3500
    assert len({goal.asin for goal in goals}) == len(goals)
    families = [shop.asins.number(goal.asin) // shop.family_size for goal in goals]
    test, dev, train = set(families[:500]), set(families[500:1500]), set(families[1500:])
    assert test.isdisjoint(dev | train)
    assert dev.isdisjoint(train)


def test_a_huge_shop_has_a_bounded_number_of_goals():
    goals = generate.goals(generate.series(products=1_000_000))
    assert len(goals) == MOST_GOALS
    assert goals[:3500] == generate.goals(generate.series())[:3500]


def amounts(text):
    return [float(found) for found in re.findall(r"\d+(?:\.\d+)?(?= dollars)|(?<=\$)[\d.]+", text)]


def test_an_instruction_names_one_amount_the_price_limit(shop):
    for goal in generate.goals(shop)[:500]:
        assert amounts(goal.instruction) == [goal.price_upper]


def test_plain_instructions_say_everything_word_for_word():
    shop = generate.series({"paraphrase": 0, "title_percent": 0, "options": [1, 3]}, products=500)
    goals = generate.goals(shop)
    assert goals[0].instruction == (
        "find me light weight, energy saving drawing tablet, style pro edition, and price lower "
        "than 177.00 dollars"
    )
    for goal in goals:
        assert goal.query in goal.instruction
        assert all(attribute in goal.instruction for attribute in goal.attributes)
        assert all(option in goal.instruction for option in goal.options)


def test_more_paraphrase_says_less_word_for_word():
    shares = []
    for level in range(4):
        shop = generate.series({"paraphrase": level, "options": 2}, products=1000)
        goals = generate.goals(shop)
        literal = [
            all(word in goal.instruction for word in (goal.query, *goal.attributes, *goal.options))
            for goal in goals
        ]
        openings = {" ".join(goal.instruction.split()[:2]) for goal in goals}
        shares.append((sum(literal) / len(goals), len(openings)))
    assert [share for share, _ in shares[:2]] == [1.0, 1.0]
    assert shares[0][1] == 1 < shares[1][1]
    assert 0.4 < shares[2][0] < 0.6  # half of the kinds are said in other words
    assert shares[3][0] < shares[2][0] - 0.1


def test_titles_are_named_as_often_as_the_knob_says():
    for percent in (0, 100):
        shop = generate.series({"title_percent": percent}, products=300)
        for goal in generate.goals(shop):
            member = shop.member(shop.asins.number(goal.asin))
            named = member.brand in goal.instruction and member.series in goal.instruction
            assert named == (percent == 100)


def test_the_official_file_of_instructions_has_the_same_goals_without_the_price():
    shop = generate.series(products=500)
    people = generate.human(shop)
    for goal in generate.goals(shop):
        (entry,) = people[goal.asin]
        assert goal.instruction.startswith(entry["instruction"])
        assert not amounts(entry["instruction"])
        assert tuple(entry["instruction_attributes"]) == goal.attributes
        assert tuple(entry["instruction_options"]) == goal.options

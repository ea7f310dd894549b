"""The products of a generated shop."""

import hashlib
import json
import os
import random
import re
import subprocess
import sys
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop import generate
from hgpo_envs.webshop.catalogue.cleaning import clean_all
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.generate.asins import Asins
from hgpo_envs.webshop.generate.names import brand_name, series_of_rank
from hgpo_envs.webshop.generate.words import categories, spellings
from hgpo_envs.webshop.reward.colours import colour_of
from hgpo_envs.webshop.reward.fuzzy import alike

PINNED = {
    "easy": "b4d17720bccd21c5edc5363f04fe6036442e2da7332a325c857adc4625838e3d",
    "standard": "56cf6f72927adb75cb2d8b8e08134e1cfd64d354b1a70062fa1eef0789cae48e",
    "hard": "bf204cc0004e817ed9e8130f042777f72d771c48cd9a0a46ada09141093108d0",
}
"""SHA-256 of the records, the entries and the goals of a shop of 300 products, as ``digest_of``."""


def digest_of(shop):
    records = list(generate.records(shop))
    goals = [
        [goal.task, goal.asin, goal.instruction, goal.price_upper] for goal in generate.goals(shop)
    ]
    text = json.dumps([records, dict(generate.entries(shop)), goals])
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("level", generate.LEVELS)
def test_a_seed_gives_the_same_shop_for_ever(level):
    assert digest_of(generate.series(level, products=300)) == PINNED[level]


def test_the_hash_seed_of_a_process_changes_nothing():
    program = (
        "from hgpo_envs.webshop import generate as g; import json;"
        "print(json.dumps(list(g.records(g.series('hard', products=40)))))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_making_a_shop_leaves_the_global_stream_alone():
    random.seed(3)
    before = random.getstate()
    list(generate.records(generate.series(products=20)))
    assert random.getstate() == before


def test_another_seed_gives_other_products():
    first = list(generate.records(generate.series(products=50)))
    other = list(generate.records(generate.series(products=50, seed=1)))
    assert not {one["asin"] for one in first} & {one["asin"] for one in other}
    assert sum(a["name"] == b["name"] for a, b in zip(first, other, strict=True)) == 0


def test_a_product_can_be_made_without_the_others():
    shop = generate.series(products=1_000_000)
    expected = list(islice(generate.records(shop), 60))
    for number in (59, 3, 17, 0):
        assert generate.series(products=1_000_000).record(number) == expected[number]


def test_a_larger_shop_begins_with_the_smaller_one():
    small, large = generate.series(products=100), generate.series(products=5000)
    assert list(generate.records(small)) == list(islice(generate.records(large), 100))
    assert generate.goals(small) == generate.goals(large)[: len(generate.goals(small))]


@pytest.fixture(scope="module")
def shop():
    return generate.series()


@pytest.fixture(scope="module")
def products(shop):
    return list(clean_all(generate.records(shop), generate.entries(shop)))


def test_every_record_is_a_product_of_the_official_schema(shared_data, shop, products):
    import gzip

    path = shared_data / "webshop" / "items_shuffle_1000.json.gz"
    official = json.loads(gzip.decompress(path.read_bytes()))[0]
    assert list(shop.record(0)) == list(official)
    choices = next(
        record["customization_options"]
        for record in generate.records(shop)
        if record["customization_options"]
    )
    assert list(next(iter(choices.values()))[0]) == [
        "is_selected",
        "is_available",
        "value",
        "price_string",
        "price",
        "image",
        "asin",
        "url",
    ]
    assert len(products) == 5000
    assert all(isinstance(product, Product) for product in products)


def test_the_default_shop_is_varied(products):
    assert {product.category for product in products} == {
        "beauty",
        "electronics",
        "fashion",
        "garden",
        "grocery",
    }
    assert len({product.product_category for product in products}) == 128
    assert len({product.title for product in products}) > 4900
    assert sum(len(product.prices) == 2 for product in products) > 300
    assert sum(product.price_text == "$100.0" for product in products) > 20
    assert (
        len({value for one in products for values in one.options.values() for value in values})
        > 120
    )


def test_the_words_grow_with_the_shop_as_real_ones_do():
    shop = generate.series(products=16_000)
    seen, sizes = set(), {}
    for number, record in enumerate(generate.records(shop), start=1):
        seen.update(re.findall(r"\w+", record["name"].lower()))
        if number in {1000, 4000, 16_000}:
            sizes[number] = len(seen)
    # Heaps' law: four times the products, 4^0.5 = 2 to 4^1 = 4 times the words
    assert 2 < sizes[4000] / sizes[1000] < 4
    assert 2 < sizes[16_000] / sizes[4000] < 4


def test_what_a_product_has_is_said_in_its_texts_word_for_word(products):
    for product in products:
        text = " ".join((product.title, product.description, *product.bullets)).lower()
        assert all(attribute in text for attribute in product.attributes)


def test_options_can_be_clicked_and_told_apart(products):
    buttons = {
        "search",
        "back to search",
        "< prev",
        "next >",
        "description",
        "features",
        "reviews",
        "attributes",
        "buy now",
    }
    for product in products:
        values = [value for values in product.options.values() for value in values]
        assert len(values) == len(set(values))
        assert not buttons.intersection(values)
        assert not any("[" in value or "]" in value for value in values)


@pytest.mark.parametrize("category", categories(), ids=lambda category: category.name)
def test_no_two_attributes_or_values_count_as_one_to_the_reward(category):
    attributes = {
        attribute
        for kinds in category.departments.values()
        for kind in kinds
        for attribute in kind.attributes
    }
    for one, other in combinations(sorted(attributes), 2):
        assert not alike(one, other)
        assert one not in other
        assert other not in one
    values = [value for values in category.options.values() for value in values]
    for one, other in combinations(values, 2):
        assert not alike(colour_of(one), colour_of(other))


def test_other_spellings_are_of_values_that_there_are():
    values = {
        value
        for category in categories()
        for values in category.options.values()
        for value in values
    }
    assert set(spellings()) <= values


@given(seed=st.integers(0, 2**63 - 1), number=st.integers(0, 100_000_000))
@settings(deadline=None, derandomize=True)
def test_an_asin_has_ten_characters_and_says_its_number(seed, number):
    asins = Asins(seed)
    asin = asins.asin(number)
    assert re.fullmatch(r"G0[0-9A-Z]{8}", asin)
    assert asins.number(asin) == number


def test_entries_are_found_by_asin_and_nothing_else(shop):
    entries = generate.entries(shop)
    assert len(entries) == 5000
    asin = shop.record(7)["asin"]
    assert entries[asin] == {"attributes": list(shop.member(7).attributes)}
    for wrong in ("", "G0", asin.lower(), "B0" + asin[2:], asin + "0", shop.asins.asin(5000)):
        assert wrong not in entries


def test_every_rank_has_another_name():
    assert len({brand_name(rank) for rank in range(50_000)}) == 50_000
    assert len({series_of_rank(rank) for rank in range(50_000)}) == 50_000


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"products": 0}, "products is 0; expected a number from 1 to 100,000,000."),
        ({"products": 2.0}, "products is 2.0; expected a whole number."),
        ({"seed": -1}, "seed is -1; expected a number from 0 to 9,223,372,036,854,775,807."),
    ],
)
def test_a_size_or_seed_that_makes_no_sense_is_refused(given_, said):
    with pytest.raises(EnvInputError) as caught:
        generate.series(**given_)
    assert str(caught.value) == said

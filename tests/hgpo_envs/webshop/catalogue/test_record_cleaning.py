import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.official_shop import official_record, options

from hgpo_envs.webshop.catalogue.cleaning import Skipped, clean, clean_all, contents
from hgpo_envs.webshop.catalogue.pricing import Price, read_price
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.reading import read_entries, read_records
from hgpo_envs.webshop.catalogue.records import (
    decode_card,
    decode_product,
    encode_card,
    encode_product,
)


def product(**fields: object) -> Product:
    cleaned = clean(official_record(**fields), 0, {})
    assert isinstance(cleaned, Product)
    return cleaned


def detail(**fields: object) -> str:
    cleaned = clean(official_record(**fields), 0, {})
    assert isinstance(cleaned, Skipped)
    assert cleaned.reason == "damaged"
    return cleaned.detail


def test_a_record_becomes_a_product() -> None:
    known = {"B000000001": {"attributes": ["soft", "soft"], "instruction": "Find me"}}
    assert clean(official_record(), 7, known) == Product(
        row=7,
        asin="B000000001",
        title="Red Lamp",
        description="A lamp.",
        bullets=("Bright.", "Warm."),
        price_text="$20.0",
        prices=(20.0,),
        options={},
        option_images={},
        image="https://img.example/1.jpg",
        category="garden",
        query="lamps",
        product_category="Home › Lamps",
        attributes=("soft", "soft"),
    )


@pytest.mark.parametrize(
    ("pricing", "expected"),
    [
        ("$20", Price("$20.0", (20.0,))),
        ("$1,299.00", Price("$1299.0", (1299.0,))),
        ("$3.46 ($0.22 / Ounce)", Price("$3.46 to $0.22", (3.46, 0.22))),
        ("$3.46 - $10.00 $12", Price("$3.46 to $10.0", (3.46, 10.0))),
        ("", Price("$100.0", (100.0,))),
        (None, Price("$100.0", (100.0,))),
        # beyond the original, which fails on these
        ("12.99", Price("$12.99", (12.99,))),
        (12.5, Price("$12.5", (12.5,))),
        ("unavailable", Price("$100.0", (100.0,))),
        ("$", Price("$100.0", (100.0,))),
        ("$1.2.3 $5", Price("$5.0", (5.0,))),
        ("$" + "9" * 400, Price("$100.0", (100.0,))),
        (-5, Price("$100.0", (100.0,))),
        (float("nan"), Price("$100.0", (100.0,))),
    ],
)
def test_prices_are_read_as_the_original_reads_them(
    pricing: str | float | None, expected: Price
) -> None:
    assert read_price(pricing) == expected


def test_option_values_are_written_in_one_way() -> None:
    assert product(customization_options=options(Size=[" 6/8 ", "XL"])).options == {
        "size": ("6 | 8", "xl")
    }


def test_of_options_with_one_name_the_last_stands_at_the_first_ones_place() -> None:
    given = options(Color=["Red"], Size=["S"], COLOR=["Blue"])
    assert list(product(customization_options=given).options.items()) == [
        ("color", ("blue",)),
        ("size", ("s",)),
    ]


def test_a_null_list_of_values_is_passed_over() -> None:
    assert product(customization_options={"Color": None, **options(Size=["S"])}).options == {
        "size": ("s",)
    }


def test_a_values_image_is_the_one_named_last() -> None:
    given = {
        "color": [{"value": "Red", "image": "1"}, {"value": "Blue", "image": "2"}],
        "trim": [{"value": "red", "image": "3"}, {"value": "blue", "image": None}],
        "size": [{"value": "S"}],
    }
    assert product(customization_options=given).option_images == {"red": "3"}


def test_bullet_points_may_be_one_text() -> None:
    assert product(small_description="Bright.").bullets == ("Bright.",)


def test_texts_and_lists_may_be_null() -> None:
    given = product(
        name=None,
        full_description=None,
        small_description=None,
        customization_options=None,
        images=None,
        product_category=None,
        category=None,
        query=None,
    )
    assert (given.title, given.bullets, given.options, given.image) == ("", (), {}, "")
    assert contents(given) == "   "


def test_half_a_surrogate_pair_is_replaced() -> None:
    given = product(name="caf\u00e9 \ud83d \U0001f600 ½")
    assert given.title == "caf\u00e9 \ufffd\ufffd\ufffd \U0001f600 ½"


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({}, ("DUMMY_ATTR",)),
        ({"B000000001": {}}, ("DUMMY_ATTR",)),
        ({"B000000001": {"attributes": []}}, ()),
        ({"B000000001": {"attributes": None}}, ()),
        ({"B000000001": {"attributes": ["a"]}}, ("a",)),
    ],
)
def test_a_product_without_known_attributes_has_the_dummy(
    attributes: dict[str, object], expected: tuple[str, ...]
) -> None:
    cleaned = clean(official_record(), 0, attributes)
    assert isinstance(cleaned, Product)
    assert cleaned.attributes == expected


def test_only_the_first_bullet_point_is_indexed() -> None:
    given = product(customization_options=options(Color=["A", "B"], Size=["S"]))
    assert contents(given) == "red lamp a lamp. bright. color: a, b, and size: s"


def test_records_that_the_original_skips_are_skipped_and_not_counted() -> None:
    asins = ["B1", "nan", "B2", "B1", "B0TOOLONG12", "X", 'B0"QUOTE"1', "b1"]
    cleaned = list(clean_all(map(official_record, asins), {}))
    assert [(one.row, one.asin) for one in cleaned if isinstance(one, Product)] == [
        (0, "B1"),
        (1, "B2"),
        (2, "X"),
        (3, 'B0"QUOTE"1'),
        (4, "b1"),
    ]
    assert [(one.asin, one.reason) for one in cleaned if isinstance(one, Skipped)] == [
        ("nan", "nan"),
        ("B1", "duplicate"),
        ("B0TOOLONG12", "over-long"),
    ]


def test_what_can_not_be_used_is_said() -> None:
    assert detail(asin=None) == "its asin is None; expected a text"
    assert detail(asin="B\0") == "its asin is 'B\\x00'; expected a text"
    assert detail(name=["a"]) == "its name is a list; expected a text"
    assert detail(pricing=["$1"]) == "its pricing is a list; expected a text"
    assert detail(images="x") == "its images is a text; expected a list"
    assert detail(customization_options=[1]) == (
        "its customization_options are a list; expected an object"
    )
    assert detail(customization_options={"Size": "S"}) == (
        "its option 'Size' is a text; expected a list"
    )
    assert detail(customization_options={"Size": [None]}) == (
        "option 'Size' has null; expected an object"
    )
    broken = clean([1], 0, {})
    assert isinstance(broken, Skipped)
    assert (broken.reason, broken.detail) == ("damaged", "it is a list, not an object")


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["value", "image", "a", "A"]), inner)
    ),
    max_leaves=8,
)
choices = st.none() | st.lists(
    st.fixed_dictionaries({"value": st.text(max_size=6)}, optional={"image": anything}), max_size=3
)
option_lists = st.dictionaries(st.text(max_size=3), choices, max_size=3)
prices = st.from_regex(r"[$0-9.,a ()-]{0,12}")


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    fields=st.dictionaries(st.sampled_from(sorted(official_record())), anything, max_size=3),
    option_lists=anything | option_lists,
    pricing=anything | prices,
)
def test_whatever_a_record_holds_is_a_product_that_can_be_kept_or_is_skipped(
    fields: dict[str, object], option_lists: object, pricing: object
) -> None:
    record = official_record(customization_options=option_lists, pricing=pricing) | fields
    cleaned = clean(record, 3, {})
    if isinstance(cleaned, Skipped):
        assert cleaned.reason in {"damaged", "over-long", "nan"}
        return
    assert decode_product(encode_product(cleaned), 3) == cleaned
    assert decode_card(encode_card(cleaned)).title == cleaned.title
    assert contents(cleaned).encode()
    assert 1 <= len(cleaned.prices) <= 2
    assert all(0 <= price < float("inf") for price in cleaned.prices)


@pytest.mark.parametrize(
    ("name", "products", "skipped"),
    [
        ("1000", 1000, []),
        ("20k", 19_995, ["nan", "over-long", "duplicate", "duplicate", "duplicate"]),
    ],
)
def test_official_catalogues_have_the_products_that_the_original_has(
    shared_data: Path, name: str, products: int, skipped: list[str]
) -> None:
    folder = shared_data / "webshop"
    attributes = {
        asin: entry for _, asin, entry in read_entries(folder / f"items_ins_v2_{name}.json.gz")
    }
    records = (record for _, record in read_records(folder / f"items_shuffle_{name}.json.gz"))
    cleaned = list(clean_all(records, attributes))
    kept = [one for one in cleaned if isinstance(one, Product)]
    assert len(kept) == products
    assert [one.reason for one in cleaned if isinstance(one, Skipped)] == skipped
    prices = folder / f"product_prices_{name.replace('1000', '1k')}_seed7.json.gz"
    recorded = json.loads(gzip.decompress(prices.read_bytes()))
    assert [one.asin for one in kept] == list(recorded)
    for one in kept:
        low, high = min(one.prices), max(one.prices)
        assert low <= recorded[one.asin] <= high


def test_official_products_are_indexed_by_the_recorded_text(shared_data: Path) -> None:
    folder = shared_data / "webshop"
    with gzip.open(folder / "doc_tokens_1k.jsonl.gz", "rt", encoding="utf-8") as lines:
        recorded = {asin: text for asin, text, _ in map(json.loads, lines)}
    records = (record for _, record in read_records(folder / "items_shuffle_1000.json.gz"))
    found = {one.asin: contents(one) for one in clean_all(records, {}) if isinstance(one, Product)}
    assert found == recorded

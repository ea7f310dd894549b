"""docs/performance-webshop.json is what `make perf-webshop` is said to show."""

from pathlib import Path

import pytest

from benchmarks.webshop.measures import Found, Shops
from benchmarks.webshop.page import page
from benchmarks.webshop.reading import load
from benchmarks.webshop.scale import Scale

DOCS = Path(__file__).resolve().parents[1] / "docs"
CATALOGUES = ["1,000", "20,000"]


@pytest.fixture(scope="module")
def found() -> Found:
    return load(DOCS / "performance-webshop.json")


@pytest.fixture(scope="module")
def shops(found: Found) -> Shops:
    assert found.shops is not None
    return found.shops


@pytest.fixture(scope="module")
def scale(found: Found) -> Scale:
    assert found.scale is not None
    return found.scale


def ratio(shops: Shops, catalogue: str, what: str) -> float:
    row = next(row for row in shops.rows if (row.catalogue, row.what) == (catalogue, what))
    assert row.ratio is not None
    return row.ratio


def test_the_page_says_what_the_record_says(found: Found) -> None:
    written = (DOCS / "performance-webshop.md").read_text(encoding="utf-8")
    assert written == page(found)


def test_it_was_measured_in_full_beside_the_original(found: Found, shops: Shops) -> None:
    assert found.command == (
        "make perf-webshop WEBSHOP=FOLDER ORIGINAL=CHECKOUT ORIGINAL_PYTHON=PYTHON"
    )
    assert shops.episodes >= 300
    assert shops.queries >= 700


def test_both_shops_said_and_found_the_same(shops: Shops) -> None:
    assert shops.same == shops.episodes
    assert shops.same_hits == shops.queries


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_a_step_is_twenty_times_as_fast(shops: Shops, catalogue: str) -> None:
    assert ratio(shops, catalogue, "step, all kinds") >= 20


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_a_search_is_ten_times_as_fast(shops: Shops, catalogue: str) -> None:
    assert ratio(shops, catalogue, "search alone, with the products of its page") >= 10


def test_a_million_products_are_imported_in_a_quarter_of_an_hour(scale: Scale) -> None:
    assert scale["products"] == 1_200_000
    assert scale["import_s"] < 15 * 60
    assert scale["import_mb"] < 4_000


def test_a_million_products_open_and_are_searched_at_once(scale: Scale) -> None:
    assert scale["searches"] == 2_000
    assert scale["open_s"] < 1
    assert scale["search_p50_s"] < 0.015
    assert scale["search_p99_s"] < 0.1
    assert scale["worker_mb"] < 500


def test_many_environments_share_one_store(found: Found) -> None:
    assert found.crowd_envs == 256
    assert found.crowd_mb < 1_000

"""The committed measurements, docs/performance-vector.json, are what `make perf-vector` shows."""

from pathlib import Path

import pytest

from benchmarks.vector.found import Found, load
from benchmarks.vector.page import page

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def found() -> Found:
    return load(DOCS / "performance-vector.json")


def test_the_page_says_what_the_record_says(found: Found) -> None:
    assert (DOCS / "performance-vector.md").read_text(encoding="utf-8") == page(found)


def test_it_was_measured_in_full(found: Found) -> None:
    assert found.command == "make perf-vector DATA=FOLDER"
    assert found.layers.games * found.layers.group_size == 128
    assert all(len(rounds) >= 60 for rounds in found.layers.rounds.values())
    assert [row.env for row in found.scaling] == ["ALFWorld-v0", "WebShopGen-v0"]


def test_wrapper_memory_and_vectoriser_add_less_than_thirty_percent(found: Found) -> None:
    mean, error = found.layers.overhead
    assert mean < 0.30
    assert error < 0.02


def test_two_workers_do_at_least_seven_tenths_more_than_one(found: Found) -> None:
    assert all(row.gain >= 1.7 for row in found.scaling)

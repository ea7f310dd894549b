"""The committed comparison of the zoo, docs/zoo.json, is what `make zoo` is said to show."""

import json
from pathlib import Path

import pytest
from comparison_record import check_cells, check_command, row

from algorithms.registry import BUILT_IN
from benchmarks.zoo.__main__ import CAPS, SEEDS, settings
from benchmarks.zoo.page import page

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def zoo() -> dict:
    return json.loads((DOCS / "zoo.json").read_bytes())


def test_the_page_says_what_the_record_says(zoo: dict) -> None:
    assert (DOCS / "zoo.md").read_text(encoding="utf-8") == page(zoo)


def test_every_algorithm_was_trained_with_five_seeds_under_the_caps(zoo: dict) -> None:
    check_cells(zoo, sorted(BUILT_IN), SEEDS)
    assert SEEDS >= 5
    assert zoo["caps"] == {name.removeprefix("budget."): cap for name, cap in CAPS.items()}


def test_it_was_made_with_the_preset_as_it_stands(zoo: dict) -> None:
    check_command(zoo, settings())


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_algorithm_trains_above_random_play(zoo: dict, name: str) -> None:
    assert row(zoo, name)["success"]["low"] > row(zoo, "random")["success"]["high"]

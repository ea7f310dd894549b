"""The committed benchmark, docs/bench.json, is what `make bench` is said to show."""

import json
from pathlib import Path

import pytest
from comparison_record import ALGORITHMS, check_cells, check_command, row

BENCH = Path(__file__).resolve().parents[1] / "docs" / "bench.json"


@pytest.fixture(scope="module")
def bench() -> dict:
    return json.loads(BENCH.read_bytes())


def test_it_compares_the_four_algorithms_over_three_seeds_under_its_caps(bench: dict) -> None:
    check_cells(bench)
    assert len(set(bench["task_kinds"])) == 6


def test_it_was_made_with_the_preset_as_it_stands(bench: dict) -> None:
    check_command(bench, ["+preset=quick"])


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_beats_random_play_and_its_own_start(bench: dict, name: str) -> None:
    trained, random = row(bench, name), row(bench, "random")
    assert trained["success"]["low"] > random["success"]["high"]
    assert trained["gain"]["low"] > 0
    assert trained["gain"]["value"] >= 0.10
    assert trained["success"]["value"] < 0.95


def test_the_task_is_a_real_one(bench: dict) -> None:
    assert row(bench, "random")["success"]["value"] < 0.10
    assert 0.20 <= row(bench, "start")["success"]["value"] <= 0.50
    assert row(bench, "expert")["success"]["value"] >= 0.98

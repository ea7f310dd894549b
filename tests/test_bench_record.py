"""The committed benchmark, docs/bench.json, is what `make bench` is said to show."""

import json
from pathlib import Path

import pytest

from harness.config.flat import flat_settings
from harness.config.load import load_compare

BENCH = Path(__file__).resolve().parents[1] / "docs" / "bench.json"
ALGORITHMS = ["grpo", "gigpo", "ppo", "hgpo"]


@pytest.fixture(scope="module")
def bench() -> dict:
    return json.loads(BENCH.read_bytes())


def row(bench: dict, name: str) -> dict:
    return next(row for row in bench["rows"] if row["name"] == name)


def test_it_compares_the_four_algorithms_over_three_seeds(bench: dict) -> None:
    assert bench["comparable"]
    assert bench["command"] == "hgpo compare +preset=quick"
    assert [(cell["algorithm"], cell["seed"]) for cell in bench["cells"]] == [
        (name, seed) for name in ALGORITHMS for seed in range(3)
    ]
    assert bench["eval"]["n"] == 200
    assert len(set(bench["task_kinds"])) == 6


def test_it_was_made_with_the_preset_as_it_stands(bench: dict) -> None:
    config = load_compare(["+preset=quick"])
    now = flat_settings(config)
    told = bench["settings"]
    assert bench["caps"] == config.budget.caps()
    for section in ("trainer.", "warm_start.", "agent.", "evaluation."):
        mine, kept = (
            {name: value for name, value in table.items() if name.startswith(section)}
            for table in (now, told)
        )
        assert kept
        assert mine == kept


def test_no_cell_passed_a_cap(bench: dict) -> None:
    for cell in bench["cells"]:
        assert all(cell["spent"][unit] <= cap for unit, cap in bench["caps"].items())


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

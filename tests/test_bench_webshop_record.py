"""The committed docs/bench-webshop.json is what `make bench-webshop` is said to show."""

import json
import re
from pathlib import Path

import pytest

from harness.config.flat import flat_settings
from harness.config.load import load_compare

DOCS = Path(__file__).resolve().parents[1] / "docs"
WORDS = ["+preset=quick", "env=webshopgen"]
ALGORITHMS = ["grpo", "gigpo", "ppo", "hgpo"]


@pytest.fixture(scope="module")
def bench() -> dict:
    return json.loads((DOCS / "bench-webshop.json").read_bytes())


def row(bench: dict, name: str) -> dict:
    return next(row for row in bench["rows"] if row["name"] == name)


def test_it_compares_the_four_algorithms_over_three_seeds(bench: dict) -> None:
    assert bench["comparable"]
    assert bench["command"] == "hgpo compare +preset=quick env=webshopgen"
    assert [(cell["algorithm"], cell["seed"]) for cell in bench["cells"]] == [
        (name, seed) for name in ALGORITHMS for seed in range(3)
    ]
    assert (bench["train"]["split"], bench["eval"]["split"]) == ("train", "test")
    assert bench["eval"]["n"] == 200


def test_it_was_made_with_the_preset_as_it_stands(bench: dict) -> None:
    config = load_compare(WORDS)
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
@pytest.mark.parametrize("rule", ["random", "first-hit"])
@pytest.mark.parametrize("score", ["success", "mean_return"])
def test_every_algorithm_beats_random_play_and_the_first_hit(
    bench: dict, name: str, rule: str, score: str
) -> None:
    assert row(bench, name)[score]["low"] > row(bench, rule)[score]["high"]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_beats_its_own_start(bench: dict, name: str) -> None:
    assert row(bench, name)["gain"]["low"] > 0


def test_the_page_says_what_the_record_says(bench: dict) -> None:
    page = (DOCS / "webshop-training.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([\w-]+) \| (.+?) \|$", page, flags=re.MULTILINE))
    for found in bench["rows"]:
        success, earned = found["success"], found["mean_return"]
        assert told[found["name"]] == (
            f"{100 * success['value']:.1f} ({100 * success['low']:.1f} to "
            f"{100 * success['high']:.1f}) | {earned['value']:.3f} ({earned['low']:.3f} to "
            f"{earned['high']:.3f})"
        )

"""The committed docs/bench-webshop.json is what `make bench-webshop` is said to show."""

import json
import re
from pathlib import Path

import pytest
from comparison_record import ALGORITHMS, check_cells, check_command, row

DOCS = Path(__file__).resolve().parents[1] / "docs"
WORDS = ["+preset=quick", "env=webshopgen"]


@pytest.fixture(scope="module")
def bench() -> dict:
    return json.loads((DOCS / "bench-webshop.json").read_bytes())


def test_it_compares_the_four_algorithms_over_three_seeds_under_its_caps(bench: dict) -> None:
    check_cells(bench)
    assert (bench["train"]["split"], bench["eval"]["split"]) == ("train", "test")


def test_it_was_made_with_the_preset_as_it_stands(bench: dict) -> None:
    check_command(bench, WORDS)


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

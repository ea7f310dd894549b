"""The committed measurements, docs/performance-algorithms.json, are what was asked for."""

import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from benchmarks.algorithms.page import gain, page, rows

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def found() -> Any:
    return json.loads((DOCS / "performance-algorithms.json").read_text(encoding="utf-8"))


def test_the_page_says_what_the_record_says(found: Any) -> None:
    assert (DOCS / "performance-algorithms.md").read_text(encoding="utf-8") == page(found)


def test_it_was_measured_in_full(found: Any) -> None:
    assert found["command"] == "make perf-algorithms"
    assert len(found["beside"]["loops"]) == len(found["beside"]["arrays"]) == 15
    steps = [steps for name, steps, _, _ in rows(found) if name == "hgpo"]
    assert (min(steps), max(steps)) == (1_200, 1_000_000)


def test_both_forms_agree(found: Any) -> None:
    assert found["beside"]["steps"] == 16 * 8 * 50
    assert found["beside"]["difference"] < 1e-10


def test_a_batch_of_hgpo_takes_less_than_ten_milliseconds(found: Any) -> None:
    assert median(found["beside"]["arrays"]) < 0.010


def test_loops_take_many_times_as_long(found: Any) -> None:
    assert gain(found) >= 50


def test_a_million_steps_take_less_than_three_seconds_and_two_gigabytes(found: Any) -> None:
    for _, steps, seconds, peak in rows(found):
        assert steps < 1_000_000 or (seconds < 3.0 and peak < 2_000)


def test_the_cost_of_a_step_does_not_grow(found: Any) -> None:
    for name in ("grpo", "gigpo", "hgpo"):
        cost = [s / n for a, n, s, _ in rows(found) if a == name]
        assert cost[-1] < 3 * min(cost)

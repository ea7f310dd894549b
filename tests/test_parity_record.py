"""The record of the comparison with the original engine is what it is said to be."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def record():
    return json.loads((ROOT / "docs" / "parity.json").read_text(encoding="utf-8"))


def test_no_state_differs(record):
    assert (record["differences"], record["first_differences"]) == (0, [])
    assert record["complete"] is True
    assert record["original_refuses"] == record["ours_refuses"] == {}


def test_four_hundred_official_games_were_walked_through_for_thirty_steps(record):
    official = [record["groups"][split] for split in ("train", "valid_seen")]
    games = sum(group["games"] for group in official)
    assert record["steps"] == 30
    assert games >= 400
    # The first state, and one after each command.
    assert sum(group["states"] for group in official) == 31 * games


def test_a_hundred_generated_games_in_each_dialect_were_compared(record):
    for dialect in ("newer", "older"):
        groups = [
            counts
            for group, counts in record["groups"].items()
            if group.startswith("generated/") and group.endswith(f"/{dialect}")
        ]
        assert sum(counts["games"] for counts in groups) >= 100


def test_the_games_of_the_recorded_traces_are_a_part(record):
    assert record["groups"]["recorded_changed_games"]["games"] == 16
    assert record["groups"]["recorded_newer_dialect"]["games"] == 10
    assert record["groups"]["recorded_train"]["games"] == 118
    assert record["groups"]["recorded_valid_seen"]["games"] == 36


def test_the_counts_add_up_and_the_versions_are_told(record):
    for name in ("games", "states", "differences"):
        assert sum(group[name] for group in record["groups"].values()) == record[name]
    versions = record["versions"]
    assert (versions["alfworld"], versions["textworld"]) == ("0.4.2", "1.7.0")


def test_the_page_tells_the_figures_of_the_record(record):
    page = (ROOT / "docs" / "alfworld-parity.md").read_text(encoding="utf-8")
    assert f"{record['games']:,} games, {record['states']:,} states" in page

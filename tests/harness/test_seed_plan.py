"""Seeds are planned from a pilot's variance."""

import json
from pathlib import Path

import pytest
from report.conftest import build

from harness.cli.main import main
from harness.errors import HarnessInputError
from harness.seed_plan import plan_seeds
from leaderboards.statistics import power, seeds_needed


@pytest.fixture(scope="module")
def pilot():
    return build(n=60, seeds=(0, 1, 2, 3))


def test_each_pair_gets_the_seeds_that_the_power_asks_for(pilot):
    plan = plan_seeds(pilot, 0.05)
    assert len(plan.pairs) == 6
    assert plan.alpha == pytest.approx(0.05 / 6)
    for pair in plan.pairs:
        assert pair.seeds == seeds_needed(0.05, pair.deviation.value, 0.8, plan.alpha)
        assert pair.safe_seeds == seeds_needed(0.05, pair.deviation.high, 0.8, plan.alpha)
        assert pair.power == power(0.05, pair.deviation.value, 4, plan.alpha)
        assert power(pair.visible, pair.deviation.value, 4, plan.alpha) == pytest.approx(0.8)
    assert plan.seeds == max(pair.seeds for pair in plan.pairs)
    assert f" seeds={plan.safe_seeds} " in plan.command
    assert " seeds=3 " not in plan.command


def test_one_pair_is_tested_at_the_whole_level(pilot):
    plan = plan_seeds(pilot, 0.05, pair=("hgpo", "gigpo"))
    assert [{pair.first, pair.second} for pair in plan.pairs] == [{"hgpo", "gigpo"}]
    assert plan.alpha == 0.05


def test_where_the_seeds_are_enough_there_is_no_command(pilot):
    plan = plan_seeds(pilot, 1.0, power=0.1)
    assert plan.safe_seeds <= 4
    assert plan.command == ""


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"difference": 0.0}, r"the difference must be above 0 and up to 1; it is 0\."),
        ({"difference": 0.1, "power": 1.0}, r"the power must be above 0 and below 1; it is 1\."),
        ({"difference": 0.1, "alpha": 0.0}, r"alpha must be above 0 and below 1; it is 0\."),
        ({"difference": 0.1, "pair": ("hgpo", "hgop")}, r"unknown algorithm 'hgop'\. Did you mean"),
        ({"difference": 0.1, "pair": ("hgpo", "hgpo")}, "was named twice"),
    ],
)
def test_a_wrong_argument_is_named(pilot, given, words):
    with pytest.raises(HarnessInputError, match=words):
        plan_seeds(pilot, **given)


def test_nothing_is_planned_from_one_seed_or_one_algorithm():
    with pytest.raises(HarnessInputError, match="one seed has no spread"):
        plan_seeds(build(n=12, seeds=(0,)), 0.1)
    with pytest.raises(HarnessInputError, match="no pair to plan for"):
        plan_seeds(build(n=12, skill={"only": 0.5}), 0.1)


def test_the_command_prints_and_writes_the_plan(pilot, tmp_path: Path, capsys):
    (tmp_path / "comparison.json").write_text(pilot.to_json())
    target = tmp_path / "plan.json"
    words = ["plan", str(tmp_path), "--difference", "0.05", "--json", str(target)]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "4 seeds so far." in shown
    assert f" run.dir={tmp_path}" in shown.replace("\n", "")
    assert json.loads(target.read_text())["present"] == 4
    assert main(["plan", str(tmp_path), "--difference", "five"]) == 2
    assert main(["plan", str(tmp_path), "--difference", "0.05", "--pair", "hgpo"]) == 2
    assert main(["plan", str(tmp_path / "none"), "--difference", "0.05"]) == 1

import json
from pathlib import Path

import pytest

from harness.cli.main import main

pytestmark = [pytest.mark.official, pytest.mark.slow]

WORDS = [
    "env=alfworld",
    "env.split=train",
    "env.eval_split=valid_seen",
    "env.max_steps=15",
    "algorithms=[gigpo,hgpo]",
    "seeds=1",
    "budget.env_steps=1500",
    "warm_start.episodes=10",
    "trainer.tasks=4",
    "trainer.group_size=4",
    "evaluation.tasks=20",
    "workers=1",
]


def test_a_comparison_trains_on_official_games_and_is_scored_on_others(
    official_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALFWORLD_DATA", str(official_games))
    target = tmp_path / "out.json"
    words = [*WORDS, f"run.dir={tmp_path / 'run'}", "--json", str(target), "--quiet"]
    assert main(["compare", *words]) == 0
    comparison = json.loads((tmp_path / "run" / "comparison.json").read_bytes())
    assert (comparison["train"]["split"], comparison["train"]["n"]) == ("train", 3554)
    assert (comparison["eval"]["split"], comparison["eval"]["n"]) == ("valid_seen", 20)
    assert comparison["tasks"][0] == (
        "look_at_obj_in_light-AlarmClock-None-DeskLamp-323/trial_T20190909_044715_250790"
    )
    assert all(cell["spent"]["env_steps"] <= 1500 for cell in comparison["cells"])
    expert = next(one for one in comparison["references"] if one["name"] == "expert")
    # 15 steps are enough for the expert in most games; the random agent hardly ever wins.
    assert sum(expert["success"]) >= 15
    assert json.loads(target.read_bytes())


def test_the_expert_solves_official_games(
    official_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALFWORLD_DATA", str(official_games))
    target = tmp_path / "out.json"
    words = ["agent=expert", "env=alfworld", "env.split=valid_seen", "--json", str(target)]
    assert main(["evaluate", *words, "--quiet"]) == 0
    record = json.loads(target.read_bytes())
    assert record["n"] == 140
    assert record["success"] >= 0.95
    assert record["panel"]["partial"] is False

"""A shared policy learns to play all members of a team."""

import json
from pathlib import Path
from statistics import mean

import pytest

from harness.cli.main import main

HOUSEHOLD = (
    "env=alfworldteam",
    "env.options={difficulty: easy}",
    "env.eval_split=gen_unseen",
    "env.max_steps=60",
    "env.memory.size=2",
    "warm_start.episodes=100",
    "budget.env_steps=25000",
)
SHOP = (
    "env=webshopteam",
    "env.eval_split=test",
    "env.memory.size=4",
    "warm_start.episodes=40",
    "budget.env_steps=15000",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("team", "ahead"), [(HOUSEHOLD, 0.2), (SHOP, 0.25)], ids=["alfworld", "shop"]
)
def test_a_trained_team_beats_chance(team: tuple[str, ...], ahead: float, tmp_path: Path) -> None:
    told = tmp_path / "trained.json"
    run = ("algorithm=hgpo", "seed=0", "evaluation.tasks=60", f"run.dir={tmp_path / 'run'}")
    assert main(["train", *team, *run, "--json", str(told), "--quiet"]) == 0
    trained = mean(json.loads(told.read_text())["final"]["returns"])
    world = [part for part in team if part.startswith("env")]
    split = next(part for part in world if part.startswith("env.eval_split=")).partition("=")[2]
    world = [part for part in world if not part.startswith("env.eval_split=")]
    chance = tmp_path / "chance.json"
    command = ["evaluate", "agent=random", *world, f"env.split={split}", "tasks=60"]
    assert main([*command, "--json", str(chance), "--quiet"]) == 0
    assert trained > json.loads(chance.read_text())["mean_return"] + ahead

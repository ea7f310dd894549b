"""ALFWorld itself lists the same games, for every choice of task types."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hgpo_envs

PROGRAM = """
import json, sys
from alfworld.agents.environment.alfred_tw_env import AlfredTWEnv
found = []
for types in json.loads(sys.argv[2]):
    dataset = dict.fromkeys(["data_path", "eval_id_data_path", "eval_ood_data_path"], sys.argv[1])
    dataset |= {"num_train_games": -1, "num_eval_games": -1}
    env = {"goal_desc_human_anns_prob": 0, "task_types": types}
    files = AlfredTWEnv({"env": env, "dataset": dataset}, train_eval="train").game_files
    found.append(sorted("/".join(file.split("/")[-3:-1]) for file in files))
print("FOUND" + json.dumps(found))
"""
CHOICES = [[1, 2, 3, 4, 5, 6], [1], [2], [3], [4], [5], [6], [1, 4]]


@pytest.mark.slow
@pytest.mark.official
@pytest.mark.parametrize("split", ["train", "valid_seen"])
def test_alfworld_lists_the_same_games(official_games: Path, tmp_path: Path, split: str) -> None:
    folder = official_games / "json_2.1.1" / split
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, str(folder), json.dumps(CHOICES)],
        env={**os.environ, "ALFWORLD_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(run.stdout.partition("FOUND")[2])
    ours = [
        list(
            hgpo_envs.make(
                "ALFWorld-v0", split=split, data=official_games, task_types=types
            ).panel.ids
        )
        for types in CHOICES
    ]
    assert ours == theirs

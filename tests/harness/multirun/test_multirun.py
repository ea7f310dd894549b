"""Jobs are done, kept and gone on with; one that fails takes no other with it."""

import json

import pytest

from harness.cli.main import main

WORDS = [
    "env.difficulty=easy", "env.split=gen_train", "env.max_steps=5", "evaluation.tasks=2",
    "trainer.tasks=2", "trainer.group_size=2", "budget.env_steps=40", "algorithm=grpo",
    "run.dir=m",
]  # fmt: skip


@pytest.mark.slow
def test_a_job_that_fails_takes_no_other_with_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["train", "--multirun", "--quiet", *WORDS, "warm_start.episodes=130,0"]
    assert main(words) == 1
    said = capsys.readouterr()
    assert "1 of 2 jobs failed: warm_start.episodes=130." in said.err
    result = tmp_path / "m" / "warm_start.episodes=0" / "result.json"
    before = result.stat().st_mtime_ns
    assert json.loads(result.read_text())
    assert main(["resume", "m", "--quiet"]) == 1
    assert result.stat().st_mtime_ns == before


def test_an_evaluation_a_seed_is_kept_in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["agent=random", "env.split=gen_unseen", "env.difficulty=easy", "env.max_steps=3"]
    more = ["tasks=2", "seed=0,1", "run.dir=m"]
    assert main(["evaluate", "--multirun", "--quiet", *words, *more, "--json", "m.json"]) == 0
    assert [job["job"] for job in json.loads((tmp_path / "m.json").read_text())["jobs"]] == [
        "seed=0",
        "seed=1",
    ]
    assert (tmp_path / "m" / "seed=1" / "evaluation.json").is_file()

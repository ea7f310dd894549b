"""What a multirun runs."""

import pytest

from harness.cli.main import main
from harness.errors import ConfigError, RunError
from harness.multirun.folder import take
from harness.multirun.sweep import jobs_of


def test_commas_in_brackets_and_quotes_are_not_split():
    jobs = jobs_of(["algorithms=[grpo,hgpo]", 'env.template="a,b"', "seeds=choice(1,2)"])
    assert [job.name for job in jobs] == ["seeds=1", "seeds=2"]
    assert jobs[0].words == ("algorithms=[grpo,hgpo]", 'env.template="a,b"', "seeds=1")


def test_nothing_to_vary_is_refused():
    with pytest.raises(ConfigError, match="nothing to vary"):
        jobs_of(["seed=1"])


def test_a_folder_of_other_words_is_refused(tmp_path):
    take(tmp_path / "m", "train", ["seed=0,1"])
    take(tmp_path / "m", "train", ["seed=0,1"])
    with pytest.raises(RunError, match="holds another multirun"):
        take(tmp_path / "m", "train", ["seed=0,2"])


def test_a_dry_run_lists_the_jobs_and_writes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["budget.env_steps=50", "seed=0,1", "run.dir=m"]
    assert main(["train", "--multirun", "--dry-run", *words]) == 0
    assert capsys.readouterr().out.count("m/seed=") == 2
    assert not list(tmp_path.iterdir())

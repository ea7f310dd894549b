"""The commands that do their work: what they print, write, and leave alone."""

import json
from pathlib import Path

import pytest

import harness.run_comparison
import harness.run_evaluation
import harness.run_training
from harness.budget import Budget
from harness.cli.main import main
from harness.cli.output import place_run
from harness.config.load import load_compare, load_train, to_yaml
from harness.config.schema import CompareConfig, TrainConfig
from harness.errors import RunError
from harness.interrupt import Interrupted
from harness.ledger import Ledger
from hgpo_envs.table import ENVS

CAP = "budget.env_steps=1000"


class FakeEvaluation:
    """Answers as an evaluation does."""

    def __init__(self, config):
        self.config = config

    def to_json(self):
        return {"success": 0.25, "n": 4, "interval": [0.1, 0.5]}


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def evaluated(monkeypatch):
    """Evaluate nothing, and keep the configurations that were given."""
    given = []

    def evaluate(config, *, observer):
        given.append(config)
        return FakeEvaluation(config)

    monkeypatch.setattr(harness.run_evaluation, "evaluate", evaluate)
    return given


def test_evaluate_prints_the_interval_and_writes_json(evaluated, capsys):
    words = ["evaluate", "agent=expert", "env=alfworld", "env.split=gen_unseen", "tasks=40"]
    assert main([*words, "--json", "x.json", "--quiet"]) == 0
    assert evaluated[0].evaluation.tasks == 40
    assert capsys.readouterr() == (
        "25.0% of 4 episodes won (95 % interval 10.0% to 50.0%)\njson: x.json\n",
        "",
    )
    assert json.loads(Path("x.json").read_text()) == FakeEvaluation(None).to_json()
    assert [path.name for path in Path().iterdir()] == ["x.json"]


def test_flags_and_settings_come_in_any_order(evaluated):
    assert main(["evaluate", "--json", "x.json", "agent=random", "--quiet", "tasks=3"]) == 0
    assert (evaluated[0].agent.kind, evaluated[0].evaluation.tasks) == ("random", 3)


def test_a_json_file_is_replaced_whole(evaluated):
    Path("x.json").write_text("old" * 1000)
    assert main(["evaluate", "agent=random", "--json", "x.json", "--quiet"]) == 0
    assert json.loads(Path("x.json").read_text())["n"] == 4


def test_a_device_is_written_to_and_stays_a_device(evaluated):
    assert main(["evaluate", "agent=random", "--json", "/dev/null", "--quiet"]) == 0
    assert not Path("/dev/null").is_file()


def test_a_failure_leaves_the_old_json_file(monkeypatch):
    def evaluate(config, *, observer):
        raise RunError("x")

    monkeypatch.setattr(harness.run_evaluation, "evaluate", evaluate)
    Path("x.json").write_text("old")
    assert main(["evaluate", "agent=random", "--json", "x.json", "--quiet"]) == 1
    assert Path("x.json").read_text() == "old"


@pytest.mark.parametrize(
    ("words", "cells", "roles"),
    [
        (["train", CAP, "seed=2"], "cells (1): hgpo/seed-2", ("train", "evaluate")),
        (["evaluate", "agent=random", "tasks=3"], "cells (1): random", ("evaluate",)),
        (
            ["compare", CAP, "algorithms=[grpo,ppo]", "seeds=2"],
            "cells (6): grpo/seed-0, ppo/seed-0, grpo/seed-1, ppo/seed-1, random, expert",
            ("train", "evaluate"),
        ),
    ],
)
def test_a_dry_run_prints_settings_and_plan_and_touches_nothing(
    words, cells, roles, capsys, empty_folder
):
    assert main([*words, "--dry-run", "--json", "x.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    plan = [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    assert plan[0] == cells
    panels = [line for line in plan if "sha256" in line]
    assert tuple(line.partition(":")[0] for line in panels) == roles
    assert f"command: {words[0]}" in lines
    assert list(empty_folder.iterdir()) == []


def test_a_dry_run_says_how_many_tasks_are_played(capsys):
    words = ["evaluate", "agent=random", "tasks=3", "evaluation.repeats=5", "--dry-run"]
    assert main(words) == 0
    plan = capsys.readouterr().out.splitlines()
    assert plan[-1] == "# episodes of an evaluation: 15"
    assert plan[-2].startswith("# evaluate: 3 tasks of ALFWorld-v0 gen_train (version ")


def test_a_run_without_a_folder_gets_the_next_free_one(monkeypatch, capsys):
    given = []

    def train(config, *, observer):
        given.append(config.run.dir)
        raise RunError("enough")

    monkeypatch.setattr(harness.run_training, "train", train)
    Path("runs/train-1").mkdir(parents=True)
    assert main(["train", CAP, "--quiet"]) == 1
    assert given == ["runs/train-2"]
    assert capsys.readouterr().err == "hgpo: the run is kept in runs/train-2\nhgpo: enough\n"


@pytest.mark.parametrize("folder", [[], ["run.dir=here"]])
def test_a_run_that_is_given_its_folder_keeps_its_workers(folder):
    config = place_run(load_train([CAP, "run.env_workers=2", *folder]), "train")
    assert (config.run.env_workers, config.run.dir) == (2, "here" if folder else "runs/train-1")


def test_an_interrupted_comparison_says_how_to_go_on(monkeypatch, capsys):
    def compare(config, *, observer, command):
        raise Interrupted(kept="2 of 4 cells are kept.", continue_with="the same command again")

    monkeypatch.setattr(harness.run_comparison, "compare", compare)
    assert main(["compare", CAP, "algorithms=[grpo]", "run.dir=b", "--quiet"]) == 130
    assert capsys.readouterr().err == (
        "hgpo: interrupted. 2 of 4 cells are kept. "
        "Go on with: hgpo resume b, or the same command with run.dir=b\n"
    )


def test_resume_goes_on_with_a_comparison_in_the_folder_where_it_is_now(monkeypatch):
    given = []

    def compare(config, *, observer):
        given.append(config)
        raise RunError("enough")

    monkeypatch.setattr(harness.run_comparison, "compare", compare)
    Path("moved").mkdir()
    config = load_compare([CAP, "algorithms=[grpo]", "run.dir=before"])
    Path("moved/compare.yaml").write_text(to_yaml(config))
    assert main(["resume", "moved", "--quiet"]) == 1
    assert isinstance(given[0], CompareConfig)
    assert given[0].run.dir == "moved"


def test_resume_plans_without_touching(capsys):
    Path("run").mkdir()
    config = load_compare([CAP, "algorithms=[grpo]"])
    shared = {"env": config.env, "budget": config.budget, "agent": config.agent}
    Path("run/config.yaml").write_text(to_yaml(TrainConfig(**shared)))
    assert main(["resume", "run", "--dry-run"]) == 0
    assert "# cells (1): hgpo/seed-0\n" in capsys.readouterr().out
    assert [path.name for path in Path("run").iterdir()] == ["config.yaml"]


@pytest.fixture
def run_with_ledger():
    """Make a run's folder with a ledger in which 30 of 100 steps are spent."""
    Path("run").mkdir()
    ledger = Ledger.create("run/ledger.jsonl", Budget(env_steps=100))
    ledger.reserve("rollout", env_steps=40, flops=5).commit(env_steps=30, flops=5)
    ledger.reserve("evaluation", env_steps=7).commit()
    ledger.close()
    return Path("run")


def test_ledger_shows_what_was_spent(run_with_ledger, capsys):
    assert main(["ledger", "show", "run", "--json", "x.json"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("run/ledger.jsonl: holds, 6 lines, closed, head ")
    assert lines == [
        "  env_steps: 30 of 100  (1: one action taken in one environment)",
        "  flops: 5  (1: one floating-point operation of a model)",
        "  for rollout: env_steps 30, flops 5",
        "  for evaluation (apart from the caps): env_steps 7",
    ]
    assert json.loads(Path("x.json").read_text())["run/ledger.jsonl"]["spent"]["env_steps"] == 30


def test_ledger_verify_finds_a_changed_byte(run_with_ledger, capsys):
    path = run_with_ledger / "ledger.jsonl"
    assert main(["ledger", "verify", "run"]) == 0
    capsys.readouterr()
    path.write_bytes(path.read_bytes().replace(b'"env_steps":30', b'"env_steps":20'))
    assert main(["ledger", "verify", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("run/ledger.jsonl: BROKEN: line 3: ")
    assert said.err == "hgpo: 1 of 1 ledgers don't hold: run/ledger.jsonl.\n"


def test_envs_lists_and_shows(capsys, monkeypatch):
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    assert main(["envs", "--json", "all.json"]) == 0
    shown = capsys.readouterr().out
    assert "\nWebShopBrowser-v0        15  Any of the shops as a site in headless Chromium" in shown
    names = [entry["name"] for entry in json.loads(Path("all.json").read_text())]
    assert names == [entry.name for entry in ENVS]
    assert names[:11] == [
        "alfworld",
        "alfworldtextworld",
        "alfworldthree",
        "alfworldtwostage",
        "alfworldrooms",
        "webshop",
        "webshopsmall",
        "webshopgen",
        "webshopbrowser",
        "alfworldteam",
        "webshopteam",
    ]
    assert main(["envs", "alfworld", "--json", "one.json"]) == 0
    assert "  gen_unseen: 200 tasks, version " in capsys.readouterr().out
    tasks = json.loads(Path("one.json").read_text())["tasks"]
    assert tasks["gen_unseen"]["n"] == 200
    assert tasks["valid_seen"]["missing"].startswith("official games were asked for")

"""Training where actions are filled in: the corner shop, from the warm start to the report."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_training import StopAfter, records
from worlds.contexts import context
from worlds.corner_shop import CORNER_SHOP

import hgpo_envs
from agents.scorer.network import ScorerShape
from agents.scorer.strings import StringTable
from harness.backends.embedded import backend
from harness.backends.embedded.imitation import record_samples
from harness.budget import Budget
from harness.config.load import load_compare
from harness.config.schema import (
    AgentConfig,
    AlgorithmConfig,
    EnvConfig,
    EvaluationConfig,
    MemoryConfig,
    RunDirConfig,
    TrainConfig,
    TrainerConfig,
    WarmStartConfig,
)
from harness.interrupt import Interrupted
from harness.report.summary import summarise
from harness.run_comparison import compare
from harness.run_training import resume, train
from harness.trained import load_policy
from hgpo_envs.errors import EnvInputError

pytestmark = pytest.mark.usefixtures("corner_shop")


def small(folder: Path) -> TrainConfig:
    return TrainConfig(
        env=EnvConfig(
            id=CORNER_SHOP.id,
            split="train",
            eval_split="test",
            max_steps=8,
            memory=MemoryConfig(kind="window", size=4),
        ),
        agent=AgentConfig(buckets=128, width=8, hidden=16, slots=4),
        evaluation=EvaluationConfig(tasks=8),
        budget=Budget(env_steps=2_000),
        warm_start=WarmStartConfig(episodes=6, epochs=4, batch=16, learning_rate=0.02),
        trainer=TrainerConfig(tasks=4, group_size=4, checkpoint_every=2, minibatches=2),
        algorithm=AlgorithmConfig(name="hgpo"),
        run=RunDirConfig(dir=str(folder)),
    )


def test_an_interrupted_run_goes_on_to_the_bytes_of_the_undisturbed_one(tmp_path: Path) -> None:
    train(small(tmp_path / "whole"))
    with pytest.raises(Interrupted):
        train(small(tmp_path / "stopped"), observer=StopAfter(3))
    resume(tmp_path / "stopped")
    assert records(tmp_path / "stopped") == records(tmp_path / "whole")


def test_forgetting_texts_between_batches_changes_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(small(tmp_path / "keeps"))
    monkeypatch.setattr(backend, "MOST_FEATURES", 0)
    train(small(tmp_path / "forgets"))
    assert records(tmp_path / "forgets") == records(tmp_path / "keeps")


def test_recorded_actions_are_filled_in_and_replay_to_their_returns(tmp_path: Path) -> None:
    train(small(tmp_path / "run"))
    lines = (tmp_path / "run" / "evaluation.jsonl").read_text("utf-8").splitlines()
    env = hgpo_envs.make(CORNER_SHOP.id, split="test")
    searched = 0
    for record in map(json.loads, lines):
        env.reset(options={"task": record["task"]})
        rewards = [env.step(action)[1] for action in record["actions"]]
        assert sum(rewards) == record["return"]
        searched += sum(action.startswith("search[") for action in record["actions"])
        assert "search[...]" not in record["actions"]
    assert searched >= len(lines)


def test_the_policy_of_a_run_reads_evidence_as_it_did_in_training(tmp_path: Path) -> None:
    result = train(small(tmp_path / "run"))
    policy = load_policy(tmp_path / "run", "final")
    assert policy.shape.evidence > 0  # type: ignore[attr-defined]
    assert result.final.mean_return is not None


def test_what_the_expert_filled_in_stands_beside_what_the_scorer_would() -> None:
    table = StringTable(64)
    seen = context("search[...]", instruction="a red desk")
    (sample,) = record_samples([seen], ["search[desk, red]"], table, 2, evidence=True)
    # "a red desk", "red desk", and the expert's.
    assert sample.candidates.tolist() == [
        *table.ids(("search[a red desk]", "search[red desk]", "search[desk, red]"))
    ]
    assert sample.choice == 2
    assert sample.evidence is not None
    assert len(sample.evidence) == 3
    with pytest.raises(EnvInputError, match="the expert answered 'ask'"):
        record_samples([seen], ["ask"], table, 2)


def test_a_shape_without_evidence_makes_samples_without(tmp_path: Path) -> None:
    made = backend.ScorerBackend(ScorerShape(buckets=64), TrainerConfig(), weights_seed=0)
    (sample,) = made.record([context("a", "b")], ["b"])
    assert sample.evidence is None


@pytest.mark.slow
def test_trained_policies_buy_what_is_asked_for_where_random_ones_do_not(tmp_path: Path) -> None:
    config = load_compare(
        [
            "env=cornershop",
            "algorithms=[gigpo,ppo]",
            "seeds=2",
            "workers=1",
            "warm_start.episodes=16",
            "budget.env_steps=8000",
            f"run.dir={tmp_path / 'run'}",
        ]
    )
    assert (config.env.split, config.env.eval_split) == ("train", "test")
    comparison = compare(replace(config, baselines=["random", "expert"]))
    summary = summarise(comparison)
    random, expert = summary.references
    assert random.success.value < 0.1
    assert expert.success.value == 1.0
    for row in summary.algorithms:
        assert row.success.low > random.success.high
        assert row.mean_return is not None
        assert random.mean_return is not None
        assert row.mean_return.low > random.mean_return.high
        assert row.gain is not None
        assert row.gain.low > 0.2
    assert np.isclose(sum(comparison.references[1].returns), len(comparison.tasks))

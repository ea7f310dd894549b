import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from harness.budget import Budget
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
from harness.errors import HarnessInputError, RunError
from harness.interrupt import Interrupted
from harness.observer import BatchDone, Event
from harness.result import RunResult
from harness.run_training import resume, train
from leaderboards.ledger_file import verify_ledger

# What two equal runs must share to the byte; timing.jsonl is the clock's and is left out.
RECORDS = (
    "ledger.jsonl",
    "metrics.jsonl",
    "episodes.jsonl",
    "evaluation.jsonl",
    "result.json",
    "checkpoints/start.safetensors",
    "checkpoints/final.safetensors",
)


def small(folder: Path, algorithm: str = "hgpo", seed: int = 0) -> TrainConfig:
    return TrainConfig(
        env=EnvConfig(
            id="ALFWorld-v0",
            split="gen_train",
            eval_split="gen_unseen",
            max_steps=15,
            memory=MemoryConfig(kind="window", size=2),
            options={"difficulty": "easy"},
        ),
        agent=AgentConfig(buckets=256, width=8, hidden=16, slots=2),
        evaluation=EvaluationConfig(tasks=6),
        budget=Budget(env_steps=2_000, flops=10**10),
        warm_start=WarmStartConfig(episodes=20, epochs=10, batch=16, learning_rate=0.02),
        trainer=TrainerConfig(tasks=3, group_size=4, checkpoint_every=3, minibatches=2),
        algorithm=AlgorithmConfig(name=algorithm),
        seed=seed,
        run=RunDirConfig(dir=str(folder)),
    )


def records(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in RECORDS}


class StopAfter:
    """Interrupts as Ctrl-C does, after so many batches."""

    def __init__(self, batches: int) -> None:
        self.batches = batches

    def notify(self, event: Event) -> None:
        if isinstance(event, BatchDone) and event.batch == self.batches:
            raise KeyboardInterrupt


@pytest.mark.parametrize("algorithm", ["grpo", "gigpo", "hgpo", "ppo"])
def test_two_runs_of_one_configuration_write_the_same_bytes(tmp_path: Path, algorithm: str) -> None:
    train(small(tmp_path / "one", algorithm))
    train(small(tmp_path / "two", algorithm))
    assert records(tmp_path / "one") == records(tmp_path / "two")


def test_another_seed_gives_another_run(tmp_path: Path) -> None:
    one = train(small(tmp_path / "one", seed=0))
    two = train(small(tmp_path / "two", seed=1))
    assert one.weights != two.weights
    assert one.start_weights != two.start_weights


def test_algorithms_with_one_seed_start_from_the_same_policy(tmp_path: Path) -> None:
    results = [train(small(tmp_path / name, name)) for name in ("grpo", "ppo")]
    assert results[0].start_weights == results[1].start_weights
    assert results[0].start == results[1].start
    assert results[0].weights != results[1].weights


def test_no_cap_is_passed_and_the_next_batch_would_not_have_fitted(tmp_path: Path) -> None:
    result = train(small(tmp_path / "run", "ppo"))
    assert all(result.spent[unit] <= cap for unit, cap in result.caps.items())
    assert any(result.left[unit] < result.next_batch[unit] for unit in result.caps)
    assert result.batches >= 3
    report = verify_ledger(tmp_path / "run" / "ledger.jsonl")
    assert report.ok


def test_the_ledger_says_what_each_purpose_took(tmp_path: Path) -> None:
    result = train(small(tmp_path / "run", "ppo"))
    assert set(result.by_purpose) == {
        "warm_start",
        "rollout",
        "reference",
        "critic",
        "update",
        "evaluation",
    }
    # Evaluation before and after, 6 tasks each, counted apart.
    assert result.by_purpose["evaluation"]["episodes"] == 12
    counted = [amounts for name, amounts in result.by_purpose.items() if name != "evaluation"]
    assert result.spent["flops"] == sum(amounts.get("flops", 0) for amounts in counted)
    assert result.spent["episodes"] == 20 + 12 * result.batches


@pytest.mark.parametrize("batches", [1, 4])
def test_an_interrupted_run_goes_on_to_the_bytes_of_the_undisturbed_one(
    tmp_path: Path, batches: int
) -> None:
    train(small(tmp_path / "whole"))
    folder = tmp_path / "stopped"
    with pytest.raises(Interrupted) as stopped:
        train(small(folder), observer=StopAfter(batches))
    kept = {1: 0, 4: 3}[batches]
    assert stopped.value.kept == f"{folder} has {kept} batches, checkpoint and ledger."
    assert stopped.value.continue_with == f"hgpo resume {folder}"
    resume(folder)
    assert records(folder) == records(tmp_path / "whole")


def test_resuming_a_finished_run_changes_nothing(tmp_path: Path) -> None:
    result = train(small(tmp_path / "run"))
    before = records(tmp_path / "run")
    assert resume(tmp_path / "run") == result
    assert records(tmp_path / "run") == before


@pytest.mark.slow
def test_a_run_killed_at_any_moment_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    train(small(tmp_path / "whole"))
    folder = tmp_path / "killed"
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
        "import test_training as t\n"
        "from harness.run_training import resume, train\n"
        "p = Path(sys.argv[1])\n"
        "resume(p) if (p / 'config.yaml').exists() else train(t.small(p))\n"
    )
    command = [sys.executable, "-c", code, str(folder), str(Path(__file__).parent)]
    for after_s in (0.5, 0.9, 1.5, 2.5):
        process = subprocess.Popen(command)
        deadline = time.monotonic() + 60
        while not (folder / "metrics.jsonl").exists() and time.monotonic() < deadline:
            if process.poll() is not None:
                break
            time.sleep(0.02)
        time.sleep(after_s)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
    resume(folder)
    assert records(folder) == records(tmp_path / "whole")


def test_a_result_reads_back_as_it_was_written(tmp_path: Path) -> None:
    result = train(small(tmp_path / "run"))
    record = json.loads((tmp_path / "run" / "result.json").read_bytes())
    assert RunResult.from_json(record, source="result.json") == result
    del record["caps"]
    with pytest.raises(RunError, match=r"'result.json' is no result of this version"):
        RunResult.from_json(record, source="result.json")


def test_a_warm_start_that_does_not_fit_is_refused_before_it_begins(tmp_path: Path) -> None:
    config = replace(small(tmp_path / "run"), budget=Budget(env_steps=20))
    with pytest.raises(HarnessInputError) as refused:
        train(config)
    # 16 episodes at once × 15 steps = 240
    assert str(refused.value) == (
        "the warm start of 20 episodes doesn't fit into the budget: the budget refuses 240 "
        "env_steps for warm_start: 20 of 20 are left. Nothing was charged. "
        "Raise the cap, or lower warm_start.episodes (0 starts from random weights)."
    )
    assert not (tmp_path / "run" / "result.json").exists()


def test_a_folder_with_something_in_it_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(RunError) as refused:
        train(small(tmp_path))
    assert str(refused.value) == (
        f"{str(tmp_path)!r} is not empty. Choose another run.dir, or go on with the run in it: "
        f"hgpo resume {tmp_path}"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_run_that_another_process_works_at_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(Interrupted):
        train(small(folder), observer=StopAfter(1))
    code = (
        "import fcntl, sys, time\n"
        f"file = open({str(folder / '.lock')!r}, 'w')\n"
        "fcntl.flock(file, fcntl.LOCK_EX)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(RunError, match="another process is at work"):
            resume(folder)
    resume(folder)


def test_a_changed_ledger_is_found_when_the_run_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(Interrupted):
        train(small(folder), observer=StopAfter(4))
    ledger = folder / "ledger.jsonl"
    text = ledger.read_bytes()
    ledger.write_bytes(text.replace(b'"env_steps":', b'"env_steps": ', 1))
    with pytest.raises(ValueError, match="ledger"):
        resume(folder)


def test_an_agent_without_weights_is_not_trained(tmp_path: Path) -> None:
    config = replace(small(tmp_path / "run"), agent=AgentConfig(kind="expert"))
    with pytest.raises(HarnessInputError) as refused:
        train(config)
    assert str(refused.value) == (
        "the agent 'expert' can't be trained; only 'scorer' can. "
        "Leave agent out, or use hgpo evaluate."
    )
    assert not (tmp_path / "run").exists()

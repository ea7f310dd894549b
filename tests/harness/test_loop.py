from pathlib import Path

import numpy as np
import pytest
from crossing import Crossing
from token_backend import TokenBackend

import algorithms
from harness.budget import Budget
from harness.config.schema import TrainerConfig
from harness.ledger import Ledger
from harness.loop import Loop
from hgpo_envs.context import ContextWrapper, WindowMemory
from hgpo_envs.vector import GroupVectorEnv
from leaderboards.ledger_file import verify_ledger


def crossing_loop(
    folder: Path, budget: Budget, *, algorithm: str = "gigpo", **settings: float
) -> Loop:
    trainer = TrainerConfig(tasks=4, group_size=4, **settings)
    return Loop(
        backend=TokenBackend(),
        algorithm=algorithms.make(algorithm),
        vector=GroupVectorEnv(
            lambda: ContextWrapper(Crossing(), WindowMemory(2)), group_size=trainer.group_size
        ),
        panel=Crossing().panel,
        max_steps=5,
        settings=trainer,
        seed=3,
        ledger=Ledger.create(folder / "ledger.jsonl", budget),
    )


def run_to_the_end(loop: Loop) -> list[float]:
    successes = []
    while (report := loop.run_batch(len(successes))) is not None:
        successes.append(report.metrics["success"])
    return successes


@pytest.mark.parametrize("algorithm", ["grpo", "gigpo", "hgpo"])
def test_a_token_level_policy_learns_another_world_through_the_same_loop(
    tmp_path: Path, algorithm: str
) -> None:
    loop = crossing_loop(tmp_path, Budget(generated_tokens=8_000), algorithm=algorithm)
    successes = run_to_the_end(loop)
    # Uniform words pass a drive with about (1/2)³ once the humming is left out; the trained
    # table should pass nearly all.
    assert np.mean(successes[:5]) < 0.4
    assert np.mean(successes[-5:]) > 0.9


def test_no_cap_is_passed_and_the_leftover_is_less_than_a_batch(tmp_path: Path) -> None:
    caps = {"generated_tokens": 2_000, "env_steps": 1_000, "flops": 10_000_000}
    loop = crossing_loop(tmp_path, Budget(**caps))
    run_to_the_end(loop)
    spent, left = loop.ledger.spent(), loop.ledger.left()
    assert all(spent[unit] <= cap for unit, cap in caps.items())
    # 16 members × 5 steps × 2 tokens
    assert left["generated_tokens"] < 160
    report = verify_ledger(tmp_path / "ledger.jsonl")
    assert report.ok


def test_what_the_ledger_counts_is_what_was_played(tmp_path: Path) -> None:
    loop = crossing_loop(tmp_path, Budget(env_steps=10_000))
    report = loop.run_batch(0)
    assert report is not None
    decisions = len(report.rollout)
    by_purpose = loop.ledger.spent_by_purpose()
    assert by_purpose["rollout"] == {
        "env_steps": decisions,
        "episodes": 16,
        "generated_tokens": 2 * decisions,
        "prompt_tokens": 3 * decisions,
        "flops": 14 * decisions,
    }
    assert by_purpose["update"]["trained_tokens"] == 2 * decisions
    assert by_purpose["reference"] == {"flops": 14 * decisions}


def test_a_batch_whose_worst_case_does_not_fit_is_not_started(tmp_path: Path) -> None:
    # 4 tasks × 4 members × 5 steps = 80 steps at the worst
    loop = crossing_loop(tmp_path, Budget(env_steps=79))
    assert loop.run_batch(0) is None
    assert loop.ledger.spent() == {"env_steps": 0}


def test_every_pass_over_the_panel_plays_each_task_once(tmp_path: Path) -> None:
    loop = crossing_loop(tmp_path, Budget(env_steps=100))
    first_pass = loop.tasks(0) + loop.tasks(1)
    second_pass = loop.tasks(2) + loop.tasks(3)
    assert sorted(first_pass) == sorted(loop.panel.ids)
    assert sorted(second_pass) == sorted(loop.panel.ids)
    assert first_pass != second_pass


def test_the_penalty_falls_on_refused_and_unreadable_actions(tmp_path: Path) -> None:
    loop = crossing_loop(tmp_path, Budget(env_steps=1_000))
    report = loop.run_batch(0)
    assert report is not None
    rollout = report.rollout
    assert rollout.inadmissible.any()
    assert rollout.format_invalid.any()
    plain = rollout.step_batch(invalid_penalty=0.0).reward
    fined = rollout.step_batch(invalid_penalty=0.25).reward
    either = rollout.inadmissible | rollout.format_invalid
    np.testing.assert_array_equal(plain - fined, 0.25 * either)

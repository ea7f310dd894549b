"""What the loop does for algorithms that ask for more than a batch of groups."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from crossing import Crossing
from token_backend import TokenBackend

import algorithms
from harness.budget import Budget
from harness.config.schema import TrainerConfig
from harness.errors import HarnessInputError
from harness.ledger import Ledger
from harness.loop import Loop
from hgpo_envs.context import ContextWrapper, WindowMemory
from hgpo_envs.vector import GroupVectorEnv
from leaderboards.ledger_file import verify_ledger


def crossings(group_size: int) -> GroupVectorEnv:
    return GroupVectorEnv(
        lambda: ContextWrapper(Crossing(), WindowMemory(2)), group_size=group_size
    )


def loop_of(folder: Path, algorithm: str, *, caps: dict[str, int], **options: object) -> Loop:
    trainer = TrainerConfig(tasks=4, group_size=4)
    made = algorithms.make(algorithm, **options)
    return Loop(
        backend=TokenBackend(),
        algorithm=made,
        vector=crossings(4),
        panel=Crossing().panel,
        max_steps=5,
        settings=trainer,
        seed=3,
        ledger=Ledger.create(folder / "ledger.jsonl", Budget(**caps)),
        greedy_vector=crossings(1) if made.needs_greedy_return else None,
    )


@pytest.mark.parametrize(
    "name", ["dr_grpo", "dapo", "rloo", "reinforce_pp", "reinforce_pp_baseline", "remax"]
)
def test_a_token_level_policy_learns_by_it(tmp_path: Path, name: str) -> None:
    loop = loop_of(tmp_path, name, caps={"generated_tokens": 9_000})
    successes = []
    while (report := loop.run_batch(len(successes))) is not None:
        successes.append(report.metrics["success"])
    assert np.mean(successes[:5]) < 0.4
    assert np.mean(successes[-5:]) > 0.8
    assert verify_ledger(tmp_path / "ledger.jsonl").ok
    assert loop.ledger.spent()["generated_tokens"] <= 9_000


def test_whole_sequences_have_one_ratio(tmp_path: Path) -> None:
    loop = loop_of(tmp_path, "gspo", caps={"env_steps": 10_000}, clip_low=0.2, clip_high=0.2)
    successes = [report.metrics["success"] for report in map(loop.run_batch, range(60)) if report]
    assert np.mean(successes[:5]) < 0.4
    assert np.mean(successes[-5:]) > 0.8


def test_further_rounds_are_played_charged_and_filtered(tmp_path: Path) -> None:
    once = loop_of(tmp_path, "dapo", caps={"env_steps": 10_000}, max_rounds=1)
    plain = once.run_batch(0)
    (tmp_path / "more").mkdir()
    often = loop_of(tmp_path / "more", "dapo", caps={"env_steps": 10_000}, max_rounds=4)
    filled = often.run_batch(0)
    assert plain is not None
    assert filled is not None
    rounds = int(filled.metrics["sampling_rounds"])
    assert 1 < rounds <= 4
    assert len(filled.rollout.tasks) == 4 * rounds
    assert filled.rollout.tasks[:4] == plain.rollout.tasks
    first = len(plain.rollout)
    np.testing.assert_array_equal(filled.rollout.reward[:first], plain.rollout.reward)
    assert filled.metrics["groups_learned"] == 4.0
    rolled = often.ledger.spent_by_purpose()["rollout"]
    assert rolled["env_steps"] == len(filled.rollout)
    assert rolled["episodes"] == 16 * rounds
    assert often.ledger.spent_by_purpose()["update"]["trained_tokens"] < 2 * len(filled.rollout)


def test_rounds_end_where_the_budget_has_no_room(tmp_path: Path) -> None:
    # A round is 80 steps at the worst: 100 have room for one alone, whatever it really takes.
    loop = loop_of(tmp_path, "dapo", caps={"env_steps": 100}, max_rounds=9)
    report = loop.run_batch(0)
    assert report is not None
    assert report.metrics["sampling_rounds"] == 1.0
    assert 0.0 < report.metrics["groups_learned"] < 4.0


def test_a_batch_without_contrast_teaches_nothing_and_is_told(tmp_path: Path) -> None:
    loop = loop_of(tmp_path, "dapo", caps={"env_steps": 1_000}, max_rounds=2)
    hum = np.zeros((2, 2, 3), np.float32)
    hum[..., 2] = 50.0  # nothing but humming: no member ever passes
    loop.backend.load_state({"actor.logits": hum})
    report = loop.run_batch(0)
    assert report is not None
    assert (report.metrics["groups_learned"], report.metrics["sampling_rounds"]) == (0.0, 2.0)
    assert "advantage_std" not in report.metrics
    np.testing.assert_array_equal(loop.backend.state()["actor.logits"], hum)
    assert "update" not in loop.ledger.spent_by_purpose()


@pytest.mark.parametrize(("second", "fine"), [(0, 0.0), (2, 0.1)])
def test_greedy_episodes_are_charged_apart_and_compared_with(
    tmp_path: Path, second: int, fine: float
) -> None:
    loop = loop_of(tmp_path, "remax", caps={"env_steps": 1_000})
    go = np.zeros((2, 2, 3), np.float32)
    go[:, 0, 1] = 0.5  # likeliest: go, at every light; so green-green-green alone is passed
    go[:, 1, second] = 0.5  # humming after it is a fault of form, fined at every step
    loop.backend.load_state({"actor.logits": go})
    seen = {}

    class Watched(type(loop.algorithm)):  # type: ignore[misc]
        def advantages(self, batch):
            seen["batch"] = batch
            return super().advantages(batch)

    report = replace(loop, algorithm=Watched()).run_batch(0)
    assert report is not None
    # The drive ends at the first red light, which is the greedy policy's mistake.
    drives = [task.split("-") for task in loop.tasks(0)]
    steps = [1 + lights.index("red") if "red" in lights else 3 for lights in drives]
    greedy = loop.ledger.spent_by_purpose()["greedy"]
    assert (greedy["episodes"], greedy["env_steps"]) == (4, sum(steps))
    returns = [
        float("red" not in lights) - fine * n for lights, n in zip(drives, steps, strict=True)
    ]
    expected = [returns[group] for group in seen["batch"].group]
    np.testing.assert_allclose(seen["batch"].greedy_return, expected, rtol=1e-14)


def test_a_loop_without_greedy_environments_says_so(tmp_path: Path) -> None:
    loop = replace(loop_of(tmp_path, "remax", caps={"env_steps": 1_000}), greedy_vector=None)
    with pytest.raises(HarnessInputError) as error:
        loop.run_batch(0)
    assert str(error.value) == (
        "the algorithm compares with greedy episodes, and the loop was given no greedy_vector to "
        "play them in. Give it environments of group_size 1."
    )


def test_the_divergence_is_taken_off_the_rewards(tmp_path: Path) -> None:
    loop = loop_of(tmp_path, "rloo", caps={"env_steps": 1_000}, kl_coefficient=0.5)
    moved = np.zeros((2, 2, 3), np.float32)
    moved[..., 0] = 1.0
    loop.backend.load_state({"actor.logits": moved})
    seen = {}

    class Watched(type(loop.algorithm)):  # type: ignore[misc]
        def advantages(self, batch):
            seen["batch"] = batch
            return super().advantages(batch)

    report = replace(loop, algorithm=Watched(kl_coefficient=0.5)).run_batch(0)
    assert report is not None
    # The reference is uniform, log 1/3 a token; log π is in the sample.
    kl = [sum(sample.logp) + 2 * np.log(3) for sample in report.rollout.samples]
    earned = report.rollout.earned(invalid_penalty=0.1)
    np.testing.assert_allclose(seen["batch"].reward, earned - 0.5 * np.asarray(kl), atol=1e-6)
    assert loop.ledger.spent_by_purpose()["reference"] == {"flops": 14 * len(report.rollout)}

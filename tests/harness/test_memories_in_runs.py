"""Every memory in a training: workers, and a kill in its middle, change no byte of its records."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from test_training import records, small

import harness.evaluation
from agents import Actions, Policy
from harness.charging import Counter
from harness.config.schema import EvaluationConfig, MemoryConfig, TrainConfig
from harness.evaluation import score_policy
from harness.observer import SilentObserver
from harness.run.checkpoints import Checkpoints
from harness.run_training import resume, train
from harness.trained import load_policy
from harness.worlds import open_world
from hgpo_envs.context import Context, stores_of

pytestmark = pytest.mark.slow  # each trains five small runs

MEMORIES = {
    "retrieval": MemoryConfig(kind="retrieval", options={"recent": 2, "lost": True}),
    "summary": MemoryConfig(kind="summary", options={"recent": 1}),
    "full": MemoryConfig(kind="full", options={"budget": 60}),
    "combined": MemoryConfig(
        kind="combined",
        options={
            "parts": [
                {"kind": "window", "size": 1},
                {"kind": "summary", "recent": 1},
                {"kind": "retrieval", "recent": 1, "lost": True},
            ]
        },
    ),
}

UNTIL_KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import test_memories_in_runs as t
from harness.observer import BatchDone
from harness.run_training import train

class Killer:
    def notify(self, event):
        if isinstance(event, BatchDone) and event.batch == 4:
            os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    train(t.remembering(Path(sys.argv[1]), sys.argv[3], workers=2), observer=Killer())
"""


def remembering(folder: Path, memory: str, *, workers: int | None) -> TrainConfig:
    """Return a small training whose checkpoints are three batches apart."""
    config = small(folder)
    return replace(
        config,
        env=replace(config.env, memory=MEMORIES[memory]),
        evaluation=replace(config.evaluation, repeats=2),
        trainer=replace(config.trainer, eval_every=2),
        budget=replace(config.budget, env_steps=1_500),
        run=replace(config.run, env_workers=workers),
    )


@pytest.mark.parametrize("memory", sorted(MEMORIES))
def test_workers_and_a_kill_change_no_byte(memory: str, tmp_path: Path) -> None:
    made = {}
    for workers in (0, 1, 2):
        folder = tmp_path / f"workers-{workers}"
        train(remembering(folder, memory, workers=workers))
        made[workers] = records(folder)
    assert made[1] == made[0]
    assert made[2] == made[0]
    killed = tmp_path / "killed"
    script = tmp_path / "until_killed.py"
    script.write_text(UNTIL_KILLED)
    here = str(Path(__file__).parent)
    done = subprocess.run([sys.executable, str(script), str(killed), here, memory], check=False)
    assert done.returncode == -signal.SIGKILL
    place = Checkpoints(killed / "checkpoints").load("latest")[1]
    assert place["batch"] == 3  # the fourth batch is taken back and played again
    resume(killed)
    assert records(killed) == made[0]


class Noting:
    """Acts as a policy does, and keeps what it was shown."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name
        self.shown: list[tuple[str, int, tuple[str, ...]]] = []

    def flops(self, contexts: Sequence[Context]) -> int:
        return self.policy.flops(contexts)

    def act(self, contexts: Sequence[Context], **how: object) -> Actions:
        self.shown += [(each.instruction, each.step, each.notes) for each in contexts]
        return self.policy.act(contexts, **how)  # type: ignore[arg-type]


def shown_in_evaluation(config: TrainConfig, tasks: int) -> list[tuple[str, int, tuple[str, ...]]]:
    """Evaluate a run's policy and return, sorted, all that it was shown."""
    world = open_world(config.env, "gen_unseen")
    policy = Noting(load_policy(Path(str(config.run.dir)), "final", memory=world.memory))
    held = [store.episodes for store in stores_of(world.memory)]
    assert [len(episodes) > 0 for episodes in held] == [True]
    score_policy(
        policy,
        world,
        EvaluationConfig(tasks=tasks),
        spender=Counter(),
        observer=SilentObserver(),
        cell="scorer",
    )
    assert [store.episodes for store in stores_of(world.memory)] == held
    return sorted(policy.shown)


@pytest.mark.parametrize("memory", ["retrieval", "combined"])
def test_an_evaluated_task_is_shown_nothing_of_those_before_it(
    memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = remembering(tmp_path, memory, workers=0)
    train(config)
    together = shown_in_evaluation(config, 6)
    monkeypatch.setattr(harness.evaluation, "SIDE_BY_SIDE", 1)
    assert shown_in_evaluation(config, 6) == together
    assert any(notes for _, _, notes in together)

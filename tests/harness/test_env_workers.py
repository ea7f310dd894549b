"""Episodes played in workers: the same bytes in every record."""

import os
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from test_training import records, small

from harness.config.load import load_compare, load_evaluate, load_train
from harness.config.schema import EnvConfig, EnvWorkersConfig, MemoryConfig, RunDirConfig
from harness.errors import ConfigError
from harness.observer import Event, Note
from harness.run_comparison import plan_cells
from harness.run_evaluation import evaluate
from harness.run_training import train
from harness.worlds import World, open_world
from hgpo_envs.vector import GroupVectorEnv
from hgpo_envs.vector.process import ProcessTransport
from hgpo_envs.vector.ray_actors import RayActors

EASY = EnvConfig(max_steps=6, memory=MemoryConfig(size=2), options={"difficulty": "easy"})


@pytest.mark.slow
@pytest.mark.parametrize("memory", ["window", "retrieval"])
def test_a_training_leaves_the_same_records(tmp_path: Path, memory: str) -> None:
    made = {}
    for workers in (None, 1, 2):
        config = small(tmp_path / f"{memory}-{workers}")
        size = 2 if memory == "window" else None
        config = replace(
            config,
            env=replace(config.env, memory=MemoryConfig(kind=memory, size=size)),
            run=replace(config.run, env_workers=workers),
        )
        train(config)
        made[workers] = records(Path(str(config.run.dir)))
    assert made[1] == made[None]
    assert made[2] == made[None]


@pytest.mark.slow
def test_a_training_whose_workers_are_killed_leaves_the_same_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(small(tmp_path / "quiet"))
    send = ProcessTransport.send
    sent = 0

    def deadly(transport: ProcessTransport, request: bytes, timeout_s: float) -> None:
        nonlocal sent
        sent += 1
        send(transport, request, timeout_s)
        if sent % 40 == 0:
            os.kill(transport.pid, signal.SIGKILL)

    monkeypatch.setattr(ProcessTransport, "send", deadly)
    config = small(tmp_path / "deadly")
    told = Listener()
    train(replace(config, run=replace(config.run, env_workers=2)), observer=told)
    assert sent > 200
    assert len(told.notes) >= 5
    causes = r"killed by SIGKILL|gone between two rollouts"
    assert all(re.search(rf"was lost \(({causes})\) and replaced; ", note) for note in told.notes)
    timing = (tmp_path / "deadly" / "timing.jsonl").read_text("utf-8")
    assert '"lost_workers":1' in timing
    assert records(tmp_path / "deadly") == records(tmp_path / "quiet")


WORDS = (
    *("env=alfworld", "env.max_steps=5", "env.memory.size=2", "agent=planner"),
    *("tasks=5", "evaluation.repeats=2"),
)


def evaluated(*words: str) -> dict[str, object]:
    """Evaluate; return all that is said."""
    return evaluate(load_evaluate([*WORDS, *words])).to_json()


def test_an_evaluation_says_the_same() -> None:
    assert evaluated("run.env_workers=2") == evaluated("run.env_workers=0")


@pytest.mark.slow
def test_an_evaluation_in_ray_actors_says_the_same() -> None:
    import ray

    try:
        told = evaluated("run.env_workers=2", "run.env_ray=local")
        assert ray.is_initialized()
    finally:
        ray.shutdown()
    assert told == evaluated()


class Listener:
    """Keeps the notes."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def notify(self, event: Event) -> None:
        if isinstance(event, Note):
            self.notes.append(event.text)


def world(workers: int, memory: str = "window") -> World:
    size = 2 if memory == "window" else None
    return open_world(
        replace(EASY, memory=MemoryConfig(kind=memory, size=size)),
        "gen_seen",
        play=EnvWorkersConfig(env_workers=workers),
    )


def test_workers_stay_for_the_next_evaluation() -> None:
    there = world(1)
    assert there.vector(group_size=1) is there.vector(group_size=1)
    assert there.vector(group_size=2) is not there.vector(group_size=1)
    here = world(0)
    assert here.vector(group_size=1) is not here.vector(group_size=1)


@pytest.mark.parametrize(("memory", "is_here"), [("window", False), ("retrieval", True)])
def test_a_memory_of_the_run_s_episodes_stays_with_the_run(memory: str, is_here: bool) -> None:
    vector: GroupVectorEnv = world(1, memory).vector(group_size=1)
    assert vector._fleet is not None
    assert (vector._fleet._view.memory is not None) is is_here


def test_the_number_of_workers_reaches_every_cell() -> None:
    words = ["algorithms=[grpo,hgpo]", "seeds=2", "budget.env_steps=1e6", "run.dir=somewhere"]
    cells = plan_cells(load_compare([*words, "run.env_workers=3"]))
    assert [cell.run.env_workers for cell in cells] == [3] * 4
    assert cells[0].run != RunDirConfig(dir="somewhere")


def test_no_fewer_than_none_can_be_asked_for() -> None:
    with pytest.raises(ConfigError) as error:
        load_train(["budget.env_steps=1e6", "run.env_workers=-1"])
    assert str(error.value) == (
        "run.env_workers is -1; expected a whole number of at least 0, or null."
    )


def test_a_ray_without_workers_is_refused() -> None:
    with pytest.raises(ConfigError) as error:
        load_train(["budget.env_steps=1e6", "run.env_ray=local"])
    assert str(error.value) == (
        "run.env_ray is 'local', and no workers are asked for. Add run.env_workers=N, or leave "
        "run.env_ray out."
    )


@pytest.mark.slow
def test_worlds_share_the_ray_that_is_named() -> None:
    words = ["env=alfworld", "agent=random", "run.env_workers=2", "run.env_ray=auto"]
    config = load_evaluate(words)
    worlds = [open_world(config.env, split, play=config.run) for split in ("gen_seen", "gen_train")]
    assert isinstance(worlds[0].launch, RayActors)
    assert worlds[0].launch is worlds[1].launch

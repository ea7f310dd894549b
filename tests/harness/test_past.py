"""Past episodes: what enters a memory's stores, when, and what a checkpoint keeps of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from crossing import Crossing
from test_training import StopAfter, records, small

from agents import Actions
from harness.charging import Counter
from harness.config.schema import EnvConfig, EvaluationConfig, MemoryConfig, TrainConfig
from harness.evaluation import score_policy
from harness.interrupt import Interrupted
from harness.observer import SilentObserver
from harness.past import pack, unpack, without_past
from harness.rollout import collect
from harness.run.checkpoint import load_checkpoint
from harness.run_training import resume, train
from harness.trained import load_policy
from harness.worlds import World, open_world
from hgpo_envs.context import ContextWrapper, PastEpisode, RetrievalMemory, stores_of
from hgpo_envs.vector import GroupVectorEnv


class Driver:
    """Goes at every light, and keeps the notes that it saw."""

    name = "driver"

    def __init__(self) -> None:
        self.notes: list[tuple[str, ...]] = []

    def flops(self, contexts):
        return 0

    def act(self, contexts, *, members, draws, temperature=1.0):
        self.notes += [context.notes for context in contexts]
        return Actions(texts=("go",) * len(contexts))


def crossing(memory: RetrievalMemory) -> World:
    there = open_world(EnvConfig(memory=MemoryConfig(kind="none")), "gen_seen")
    return replace(
        there, env=Crossing(), make=lambda: ContextWrapper(Crossing(), memory), memory=memory
    )


def play(world: World, tasks: list[str], group_size: int = 1) -> None:
    vector = GroupVectorEnv(world.make, group_size=group_size)
    draws = np.zeros((len(tasks) * group_size, 5))
    collect(
        vector,
        Driver(),
        tasks,
        draws=draws,
        temperature=1.0,
        spender=Counter(),
        past=stores_of(world.memory),
    )


def test_a_batch_s_episodes_enter_the_store_in_the_order_of_the_members() -> None:
    memory = RetrievalMemory(lost=True)
    play(crossing(memory), ["green-green-green", "red-green-green"], group_size=2)
    green = ("The light is green.",) * 3
    won = PastEpisode("green-green-green", "Pass the lights.", green, ("go",) * 3, 1.0, True)
    lost = PastEpisode(
        "red-green-green", "Pass the lights.", ("The light is red.",), ("go",), 0.0, False
    )
    assert memory.store.episodes == (won, won, lost, lost)


def test_an_evaluation_leaks_nothing_between_its_tasks() -> None:
    memory, driver = RetrievalMemory(lost=True), Driver()
    play(crossing(memory), ["red-red-red"])
    before = memory.store.episodes
    settings = EvaluationConfig(repeats=2)
    score_policy(
        driver,
        crossing(memory),
        settings,
        spender=Counter(),
        observer=SilentObserver(),
        cell="driver",
    )
    assert memory.store.episodes == before
    assert {len(notes) for notes in driver.notes} == {1}
    assert len(set(driver.notes)) == 1


def test_an_evaluation_that_is_asked_to_remembers_its_earlier_tasks_alone() -> None:
    memory, driver = RetrievalMemory(), Driver()
    settings = EvaluationConfig(repeats=2, remember=True)
    score_policy(
        driver,
        crossing(memory),
        settings,
        spender=Counter(),
        observer=SilentObserver(),
        cell="driver",
    )
    # Going at every light of 8 roads takes 4 steps that end at once (red first), 2 of 2 steps,
    # and 2 of 3: 14 a repeat. In the first repeat nothing is remembered, in the second all is.
    assert [len(notes) for notes in driver.notes] == [0] * 14 + [1] * 14
    assert memory.store.episodes == ()


def test_a_checkpoint_gives_back_what_the_stores_held() -> None:
    memory, again = RetrievalMemory(), RetrievalMemory()
    play(crossing(memory), ["green-green-green"])
    arrays = {"actor.weight": np.ones(3), **pack(memory)}
    left = unpack(arrays, again)
    assert list(left) == list(without_past(arrays)) == ["actor.weight"]
    assert again.store.episodes == memory.store.episodes
    assert len(again.store) == 1
    assert pack(ContextWrapper(Crossing()).memory) == {}


def remembering(folder: Path) -> TrainConfig:
    config = small(folder)
    memory = MemoryConfig(kind="retrieval", options={"recent": 2})
    return replace(config, env=replace(config.env, memory=memory))


def test_an_interrupted_run_remembers_what_it_played(tmp_path: Path) -> None:
    train(remembering(tmp_path / "whole"))
    folder = tmp_path / "stopped"
    with pytest.raises(Interrupted):
        train(remembering(folder), observer=StopAfter(4))
    resume(folder)
    assert records(folder) == records(tmp_path / "whole")
    arrays, place = load_checkpoint(folder / "checkpoints" / "final.safetensors")
    world = open_world(remembering(folder).env, "gen_unseen")
    unpack(arrays, world.memory)
    (store,) = stores_of(world.memory)
    # 3 tasks × 4 members a batch.
    assert len(store) == 12 * place["batch"]


def test_a_trained_policy_is_evaluated_with_what_its_run_remembered(tmp_path: Path) -> None:
    config = remembering(tmp_path / "run")
    train(config)
    world = open_world(config.env, "gen_unseen")
    load_policy(tmp_path / "run", "start", memory=world.memory)
    (store,) = stores_of(world.memory)
    assert len(store) == 0
    load_policy(tmp_path / "run", "final", memory=world.memory)
    assert {episode.task.split("/")[0] for episode in store.episodes} == {"gen_train"}
    load_policy(tmp_path / "run", "final")


def test_worlds_of_one_run_share_their_memory() -> None:
    config = EnvConfig(id="WebShopGen-v0", memory=MemoryConfig(kind="retrieval"))
    one = open_world(config, "test")
    other = open_world(config, "dev", memory=one.memory)
    assert other.make().memory is one.memory
    assert open_world(config, "dev").memory is not one.memory

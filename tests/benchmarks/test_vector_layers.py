"""What `make perf-vector` measures can be measured, and is the same on every layer."""

from typing import cast

import pytest

from benchmarks.games import open_source
from benchmarks.vector import layers, rollouts
from benchmarks.vector.work import Rollouts, Walks


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Walks:
    paths = list(open_source(None, tmp_path_factory.mktemp("games")).choose(2))
    walks = layers.draw_walks({"paths": paths, "group_size": 2, "steps": 6, "seed": 0})["walks"]
    return Walks(layer="", paths=paths, group_size=2, walks=cast("list[list[str]]", walks))


def test_every_member_has_a_walk_of_its_own(work: Walks) -> None:
    assert [len(walk) for walk in work["walks"]] == [6] * 4
    assert len(set(map(tuple, work["walks"]))) == 4


@pytest.mark.parametrize("layer", ["engine", "environment", "vector", "prompts"])
def test_every_layer_takes_the_walks(work: Walks, layer: str) -> None:
    wall, cpu = cast("list[float]", layers.measure({**work, "layer": layer})["step"])
    assert wall > 0
    assert cpu > 0


def test_layers_meet_the_same_states(work: Walks) -> None:
    vector = layers.started(work["paths"], 2)
    envs = [layers.houses(work["paths"]) for _ in range(4)]
    for number, env in enumerate(envs):
        env.reset(options={"task": env.panel.ids[number // 2]})
    for commands in zip(*work["walks"], strict=True):
        vector.step(commands)
        said = [env.step(command)[0] for env, command in zip(envs, commands, strict=True)]
        assert vector.anchors() == said


def test_rollouts_read_every_prompt() -> None:
    told = rollouts.play(
        Rollouts(
            env="ALFWorld-v0",
            options={"max_steps": 3},
            tasks=2,
            group_size=2,
            rollouts=1,
            workers=0,
        )
    )
    assert told["steps"] == 2 * 2 * 3
    assert cast(int, told["characters"]) > 200 * 12
    assert told["lost"] == 0

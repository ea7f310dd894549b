"""What `make perf-vector` measures can be measured, and is the same on every layer."""

from pathlib import Path
from typing import cast

import pytest

from benchmarks.games import open_source
from benchmarks.vector import layers, rollouts
from benchmarks.vector.page import WHAT
from benchmarks.vector.work import Rollouts, Walks


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Walks:
    folder = tmp_path_factory.mktemp("games")
    chosen = list(open_source(None, folder).choose(2))
    walks = layers.draw_walks({"paths": chosen, "group_size": 2, "steps": 6, "seed": 0})["walks"]
    paths = {layer: layers.copies(chosen, folder / layer) for layer in WHAT}
    return Walks(paths=paths, group_size=2, walks=cast("list[list[str]]", walks))


def test_every_member_has_a_walk_of_its_own(work: Walks) -> None:
    assert [len(walk) for walk in work["walks"]] == [6] * 4
    assert len(set(map(tuple, work["walks"]))) == 4


def test_every_layer_takes_the_walks_on_games_of_its_own(work: Walks) -> None:
    paths = [path for own in work["paths"].values() for path in own]
    assert len({Path(path).resolve() for path in paths}) == 2 * len(WHAT)
    taken = cast("dict[str, float]", layers.measure(work))
    assert list(taken) == list(WHAT)
    assert all(seconds > 0 for seconds in taken.values())


def test_layers_meet_the_same_states(work: Walks) -> None:
    vector = layers.started(work["paths"]["vector"], 2)
    own = work["paths"]["environment"]
    envs = [layers.houses(own) for _ in range(4)]
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

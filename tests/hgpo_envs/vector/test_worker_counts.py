"""What is seen and earned doesn't depend on how many workers play."""

from collections.abc import Sequence

import numpy as np
import pytest

from hgpo_envs.open_actions import fill, is_open
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv

HOUSES = EnvRecipe(
    id="ALFWorld-v0",
    options={"max_steps": 10, "extras": ("facts", "expert_action", "progress")},
    memory={"kind": "window", "size": 2},
)
SHOP = EnvRecipe(
    id="WebShopGen-v0",
    split="test",
    options={"products": 1000, "max_steps": 7, "extras": ("goal", "progress")},
    memory={"kind": "full"},
)
ROOMS = EnvRecipe(
    id="ALFWorldRooms-v0",
    options={"max_steps": 12},
    memory={"kind": "summary", "recent": 3},
    template="{{ step }} {{ notes }} {{ observation }} {{ actions }}",
)


def rollout(vector: GroupVectorEnv, tasks: Sequence[str], seed: int) -> list[object]:
    """Play with each member's own random numbers; return all that was told."""
    told: list[object] = []
    vector.reset(tasks)
    streams = [np.random.default_rng([seed, member]) for member in range(len(vector))]
    while vector.live:
        told.append(vector.anchors())
        actions = []
        for member, context in zip(vector.live, vector.contexts(), strict=True):
            told += [context.text, context.turns, context.notes, context.step]
            told += [context.observation, context.instruction, context.admissible_actions]
            told += [dict(context.extras), dict(context.hints)]
            offered = ("dance", *(context.admissible_actions or ()))
            action = offered[streams[member].integers(len(offered))]
            actions.append(fill(action, "shoes") if is_open(action) else action)
        told.append(vector.step(actions))
    return told


@pytest.mark.parametrize(
    ("recipe", "counts"),
    [
        pytest.param(HOUSES, (1, 2, 3), id="houses"),
        pytest.param(SHOP, (1, 2, 3), id="shop", marks=pytest.mark.slow),
        pytest.param(ROOMS, (2,), id="rooms", marks=pytest.mark.slow),
    ],
)
def test_results_do_not_depend_on_the_number_of_workers(
    recipe: EnvRecipe, counts: tuple[int, ...]
) -> None:
    tasks = recipe.make().unwrapped.panel.ids[:4]  # type: ignore[attr-defined]
    alone = GroupVectorEnv(recipe, group_size=2)
    expected = [rollout(alone, tasks, 0), rollout(alone, tasks[2:], 1)]
    assert len(expected[0]) > 100
    for workers in counts:
        with GroupVectorEnv(recipe, group_size=2, workers=workers) as vector:
            assert [rollout(vector, tasks, 0), rollout(vector, tasks[2:], 1)] == expected
            assert vector.losses == ()

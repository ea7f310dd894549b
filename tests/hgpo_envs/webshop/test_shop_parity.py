"""Every recorded episode of the original, played again through the environment."""

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from recordings import CATALOGUES, Record, recorded

import hgpo_envs
from hgpo_envs.webshop.panel import SPLITS
from hgpo_envs.webshop.shop_env import ShopEnv

EPISODES = {"episodes_1k": 260, "episodes_1k_partial": 67, "episodes_20k": 40}
NAMES = [pytest.param(name, marks=[pytest.mark.slow] * ("20k" in name)) for name in EPISODES]
HIDDEN = ("search[<q>", "search[<c>")
"""Commands that only upstream obeys."""


def split_of(number: int) -> str:
    return next(
        name
        for name, (start, stop) in SPLITS.items()
        if start <= number and (stop is None or number < stop)
    )


@lru_cache(maxsize=64)
def env_for(folder: Path, scale: str, mode: str, human: bool, split: str, **kw: object) -> ShopEnv:
    env = hgpo_envs.make(
        "WebShop-v0",
        split=split,
        data=folder,
        products=CATALOGUES[scale],
        goals="human" if human else "synthetic",
        observation=mode,
        reward="upstream",
        draw_seed=7,
        **kw,
    )
    assert isinstance(env, ShopEnv)
    return env


def env_of(folder: Path, record: Record, compat: str | None) -> tuple[ShopEnv, str]:
    number, human = record["session"], record["human_goals"]
    where = (record["scale"], record["mode"], human, split_of(number))
    env = env_for(folder, *where, compat=compat, **record["kwargs"])
    return env, f"{'human' if human else 'synthetic'}-{number}"


def first_difference(folder: Path, record: Record, compat: str | None) -> str | None:
    """Play an episode again; return the first action after which something differs."""
    env, task = env_of(folder, record, compat)
    observation, info = env.reset(options={"task": task})
    assert observation == record["obs"]
    assert f"Instruction: {info['instruction']}" == record["instruction_text"]
    over = False
    for step in record["steps"]:
        observation, reward, ended, _, info = env.step(step["a"])
        if "error" in step:
            return None
        over = over or step["done"]
        page = env.page
        same = (
            observation == step["obs"],
            list(page.clickables) == step["acts"]["clickables"],
            page.has_search_bar == step["acts"]["has_search_bar"],
            reward == step["r"],
            ended == over,
            info["inadmissible"] == (not isinstance(step["r"], float)),
            info["reward_components"] == step.get("info", {}),
        )
        if not all(same):
            return f"{step['a']} {same}"
    return None


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_episode_is_played_alike_under_upstream(
    shared_data: Path, name: str
) -> None:
    records = recorded(shared_data / "webshop", name)
    differing = {
        record["ep"]: found
        for record in records
        if (found := first_difference(shared_data / "webshop", record, "upstream"))
    }
    assert (len(records), differing) == (EPISODES[name], {})


@pytest.mark.parametrize("name", NAMES)
def test_by_default_only_tricks_in_queries_make_a_difference(shared_data: Path, name: str) -> None:
    differing = Counter[str]()
    for record in recorded(shared_data / "webshop", name):
        found = first_difference(shared_data / "webshop", record, None)
        if found is not None and found.startswith(HIDDEN):
            differing["hidden command"] += 1
        elif found is not None:
            queries = [step["a"] for step in record["steps"] if step["a"].startswith("search[")]
            assert "search[item_page lamp]" in queries
            assert found.startswith("click[< prev]")
            differing["page kind"] += 1
    expected = {
        "episodes_1k": {"hidden command": 15, "page kind": 1},
        "episodes_1k_partial": {},
        "episodes_20k": {"hidden command": 1},
    }
    assert differing == expected[name]

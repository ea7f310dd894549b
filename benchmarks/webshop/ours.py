"""Our shop, timed as the original is; each function runs in a process of its own."""

import time

from benchmarks.webshop.playing import play as play_episodes
from benchmarks.webshop.work import Catalogue, Play, Played, Search, Searched
from hgpo_envs import TextEnv, make
from hgpo_envs.webshop import open_store

STEPS = 1_000_000
"""A step cap that no episode meets."""


def play(work: Play) -> Played:
    """Play on our environment, on goals, prices and quirks of the original."""
    began = time.perf_counter()
    env = open_env(work["catalogue"], work["observation"])
    start = time.perf_counter() - began

    def reset(goal: int) -> str:
        return env.reset(options={"task": f"human-{goal}"})[0]

    def step(action: str) -> tuple[str, float, bool]:
        text, reward, terminated, _, _ = env.step(action)
        return text, reward, terminated

    return play_episodes(reset, step, work["episodes"], start)


def search(work: Search) -> Searched:
    """Search, the products of the page included."""
    catalogue = work["catalogue"]
    store = open_store(catalogue["data"], products=catalogue["products"])
    seconds, found = [], []
    for query in work["queries"]:
        began = time.perf_counter()
        hits = [asin for asin, _ in store.search(query)]
        store.cards(hits[:10])
        seconds.append(time.perf_counter() - began)
        found.append(hits)
    return Searched(seconds=seconds, found=found)


def open_env(catalogue: Catalogue, observation: str) -> TextEnv:
    """Make the environment over all goals as the original would."""
    return make(
        "WebShop-v0",
        split="test",
        data=catalogue["data"],
        products=catalogue["products"],
        observation=observation,
        reward="upstream",
        compat="upstream",
        draw_seed=catalogue["draw_seed"],
        max_steps=STEPS,
    )

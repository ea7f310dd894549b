"""Memory of our environments; each function runs in a process of its own."""

import random
from collections.abc import Mapping
from typing import TypedDict, cast

from benchmarks.rss import resident_mb
from hgpo_envs import make
from hgpo_envs.text_env import TextEnv


class Live(TypedDict):
    """Environments to keep alive at once.

    Attributes:
        options: what ``make`` is given.
        games: how many different games they play.
        envs: how many environments.
        steps: random steps that each of them does.
    """

    options: dict[str, object]
    games: int
    envs: int
    steps: int


class Soak(TypedDict):
    """Resets of one environment, game after game, each followed by a few random steps."""

    options: dict[str, object]
    games: int
    resets: int
    steps: int
    samples: int


def live(work: Live) -> dict[str, float]:
    """Make environments and keep them; return the memory that they take in all, in MB."""
    chance = random.Random(0)
    before = resident_mb()
    envs = [_make(work["options"]) for _ in range(work["envs"])]
    infos = []
    for number, env in enumerate(envs):
        task = _task(env, number % work["games"], work["games"])
        infos.append(env.reset(options={"task": task})[1])
    reset = resident_mb()
    for env, info in zip(envs, infos, strict=True):
        _stroll(env, info, work["steps"], chance)
    return {"reset_mb": reset - before, "played_mb": resident_mb() - before}


def soak(work: Soak) -> dict[str, list[list[float]]]:
    """Reset one environment many times; return its curve as pairs of resets and MB."""
    chance = random.Random(0)
    env = _make(work["options"])
    curve = []
    every = work["resets"] // work["samples"]
    for number in range(work["resets"] + 1):
        if number % every == 0:
            curve.append([float(number), resident_mb()])
        task = _task(env, number % work["games"], work["games"])
        _, info = env.reset(options={"task": task})
        _stroll(env, info, work["steps"], chance)
    return {"curve": curve}


def _make(options: Mapping[str, object]) -> TextEnv:
    return make("ALFWorld-v0", **options)  # type: ignore[arg-type]


def _task(env: TextEnv, number: int, games: int) -> str:
    """Return the task of one of ``games`` games that are spread evenly over the panel."""
    ids = env.panel.ids
    return ids[number * len(ids) // games]


def _stroll(env: TextEnv, info: Mapping[str, object], steps: int, chance: random.Random) -> None:
    for _ in range(steps):
        command = chance.choice(cast("tuple[str, ...]", info["admissible_actions"]))
        info = env.step(command)[4]

"""Many environments in one process over one store."""

import random
from typing import TypedDict, cast

from benchmarks.rss import resident_mb
from hgpo_envs import make
from hgpo_envs.text_env import TextEnv


class Crowd(TypedDict):
    """How many environments, of which shop, and how many random steps each."""

    env: str
    options: dict[str, object]
    envs: int
    steps: int


def live(work: Crowd) -> dict[str, float]:
    """Keep environments alive; return this process's whole memory, in MB."""
    chance = random.Random(0)
    envs = [make(work["env"], **work["options"]) for _ in range(work["envs"])]  # type: ignore[arg-type]
    for number, env in enumerate(envs):
        _stroll(env, number, work["steps"], chance)
    return {"resident_mb": resident_mb()}


def _stroll(env: TextEnv, number: int, steps: int, chance: random.Random) -> None:
    _, info = env.reset(options={"task": env.panel.ids[number % len(env.panel.ids)]})
    action = f"search[{info['instruction']}]"
    for _ in range(steps):
        info = env.step(action)[4]
        action = chance.choice(cast("tuple[str, ...]", info["admissible_actions"]) or (action,))

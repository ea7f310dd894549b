"""Rollouts of a policy that reads every prompt and chooses at random, with or without workers."""

import random
import time
from itertools import cycle, islice

from benchmarks.vector.work import Rollouts
from hgpo_envs.open_actions import fill, is_open
from hgpo_envs.vector import EnvRecipe, GroupVectorEnv

WINDOW = 8
"""Turns that a run's agent sees where nothing else is configured."""


def play(work: Rollouts) -> dict[str, object]:
    """Play; return steps, wall seconds of each rollout and CPU seconds; the first is free."""
    recipe = EnvRecipe(
        id=work["env"], options=work["options"], memory={"kind": "window", "size": WINDOW}
    )
    ids = recipe.make().unwrapped.panel.ids  # type: ignore[attr-defined]
    tasks = cycle(ids)
    characters = 0
    with GroupVectorEnv(recipe, group_size=work["group_size"], workers=work["workers"]) as vector:
        steps, _ = rollout(vector, list(islice(tasks, work["tasks"])), 0)
        steps, seconds, cpu_began = 0, list[float](), time.process_time()
        for number in range(1, 1 + work["rollouts"]):
            began = time.perf_counter()
            more, read = rollout(vector, list(islice(tasks, work["tasks"])), number)
            seconds.append(time.perf_counter() - began)
            steps, characters = steps + more, characters + read
        cpu = time.process_time() - cpu_began
        lost = len(vector.losses)
    return {
        "steps": steps,
        "seconds": seconds,
        "cpu": cpu,
        "characters": characters,
        "lost": lost,
    }


def rollout(vector: GroupVectorEnv, tasks: list[str], number: int) -> tuple[int, int]:
    """Play once; return steps taken and characters read."""
    vector.reset(tasks)
    chances = [random.Random(f"{number}/{member}") for member in range(len(vector))]
    steps = characters = 0
    while vector.live:
        actions = []
        for member, context in zip(vector.live, vector.contexts(), strict=True):
            characters += len(context.text)
            action = chances[member].choice(context.admissible_actions or ("look",))
            actions.append(fill(action, "shoes") if is_open(action) else action)
        vector.anchors()
        vector.step(actions)
        steps += len(actions)
    return steps, characters

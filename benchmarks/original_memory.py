"""Memory of the original engine; each function runs in a process of its own."""

from typing import TypedDict

import textworld.gym

from benchmarks.original import player_infos, start, wrappers
from benchmarks.rss import resident_mb


class Resets(TypedDict):
    """Games to reset in turn, and how often in all."""

    paths: list[str]
    resets: int
    samples: int


def one_environment(work: Resets) -> dict[str, list[list[float]]]:
    """Reset its Gym environment, which loads the next game into the engine at each reset."""
    name = textworld.gym.register_games(
        work["paths"], player_infos(), batch_size=1, asynchronous=False, wrappers=wrappers()
    )
    env = textworld.gym.make(name)
    curve = []
    for number in range(work["resets"] + 1):
        if number % (work["resets"] // work["samples"]) == 0:
            curve.append([float(number), resident_mb()])
        env.reset()
    return {"curve": curve}


def environment_each(work: Resets) -> dict[str, list[list[float]]]:
    """Start the engine for each episode and close it again, as scripts with a list of games do."""
    curve = []
    for number in range(work["resets"] + 1):
        if number % (work["resets"] // work["samples"]) == 0:
            curve.append([float(number), resident_mb()])
        env = start(work["paths"][number % len(work["paths"])])
        env.reset()
        env.close()
    return {"curve": curve}


def live(work: Resets) -> dict[str, float]:
    """Keep an engine for each game; return the memory that they take in all, in MB."""
    before = resident_mb()
    kept = []
    for path in work["paths"]:
        kept.append(start(path))
        kept[-1].reset()
    return {"reset_mb": resident_mb() - before}

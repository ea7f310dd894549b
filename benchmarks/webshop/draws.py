"""Draw episodes and queries before anything is timed."""

import random
from typing import TypedDict, cast

from benchmarks.webshop.ours import open_env
from benchmarks.webshop.work import Catalogue, Episode
from hgpo_envs import TextEnv

#: Steps of an episode, the purchase that ends most of them included.
LENGTH = 15
_WORDS = (3, 12)


class Draw(TypedDict):
    """How much to draw of a catalogue."""

    catalogue: Catalogue
    episodes: int
    queries: int
    seed: int


class Drawn(TypedDict):
    """Episodes and queries."""

    episodes: list[Episode]
    queries: list[str]


def draw(work: Draw) -> Drawn:
    """Draw goals, walks for them, and queries from the words of instructions."""
    chance = random.Random(work["seed"])
    env = open_env(work["catalogue"], "text")
    tasks = chance.sample(list(env.panel.ids), work["episodes"])
    episodes = [
        Episode(goal=int(task.rpartition("-")[2]), actions=_walk(env, task, chance))
        for task in tasks
    ]
    queries = []
    for _ in range(work["queries"]):
        _, info = env.reset(options={"task": chance.choice(env.panel.ids)})
        queries.append(query(str(info["instruction"]), chance))
    return Drawn(episodes=episodes, queries=queries)


def query(instruction: str, chance: random.Random) -> str:
    """Return some words of an instruction, in their order."""
    words = [word for word in instruction.lower().split() if "[" not in word and "]" not in word]
    count = min(len(words), chance.randint(*_WORDS))
    return " ".join(words[place] for place in sorted(chance.sample(range(len(words)), count)))


def _walk(env: TextEnv, task: str, chance: random.Random) -> list[str]:
    """Walk as one who searches now and then, opens products, looks around, and buys at last."""
    _, info = env.reset(options={"task": task})
    actions: list[str] = []
    for number in range(LENGTH):
        clicks = [
            action
            for action in cast("tuple[str, ...]", info["admissible_actions"])
            if action.startswith("click[") and action != "click[buy now]"
        ]
        if not clicks or (number and chance.random() < 0.1):
            action = f"search[{query(str(info['instruction']), chance)}]"
        else:
            action = chance.choice(clicks)
        actions.append(action)
        info = env.step(action)[4]
    if "click[buy now]" in cast("tuple[str, ...]", info["admissible_actions"]):
        actions.append("click[buy now]")
    return actions

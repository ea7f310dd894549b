"""Draw episodes and queries before anything is timed."""

import random
from typing import TypedDict, cast

from benchmarks.webshop.ours import open_env
from benchmarks.webshop.work import Catalogue, Episode
from hgpo_envs import TextEnv
from hgpo_envs.webshop import open_store

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
    shunned = {"click[buy now]", *_fatal(work["catalogue"])}
    episodes = [
        Episode(goal=int(task.rpartition("-")[2]), actions=_walk(env, task, chance, shunned))
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


def _fatal(catalogue: Catalogue) -> set[str]:
    """Return the clicks that end the original with an error: products of a lower-case ASIN."""
    products = open_store(catalogue["data"], products=catalogue["products"]).catalogue
    asins = map(products.asin_at, range(len(products)))
    return {f"click[{asin.lower()}]" for asin in asins if asin != asin.upper()}


def _walk(env: TextEnv, task: str, chance: random.Random, shunned: set[str]) -> list[str]:
    """Walk as one who searches now and then, opens products, looks around, and buys at last."""
    _, info = env.reset(options={"task": task})
    actions: list[str] = []
    for number in range(LENGTH):
        clicks = [
            action
            for action in cast("tuple[str, ...]", info["admissible_actions"])
            if action.startswith("click[") and action not in shunned
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

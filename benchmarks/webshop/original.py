"""The original shop, in an environment of its own in which it runs; nothing of ours is imported.

The folder is a checkout of princeton-nlp/WebShop whose search index was built from the same
files, as its own set-up does.
"""

import importlib
import os
import random
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from benchmarks.webshop.playing import play as play_episodes
from benchmarks.webshop.work import Catalogue, Nouns, Play, Played, Search, Searched

#: The original's modules have no types.
Original = Any

_NOUNS = ("NOUN", "PROPN")
_SHOWN = ("pyserini", "spacy", "Flask", "gym")


def play(work: Play) -> Played:
    """Play on the original environment."""
    module = _envs(work["original"], work["catalogue"])
    random.seed(work["catalogue"]["draw_seed"])
    began = time.perf_counter()
    env = module.WebAgentTextEnv(
        observation_mode=work["observation"],
        file_path=_file(work["catalogue"], "products"),
        num_products=work["catalogue"]["index"],
        human_goals=True,
    )
    start = time.perf_counter() - began

    def reset(goal: int) -> str:
        env.server.user_sessions.clear()
        return cast("str", env.reset(session=goal)[0])

    def step(action: str) -> tuple[str, float, bool]:
        text, reward, done, _ = env.step(action)
        return text, reward, done

    return play_episodes(reset, step, work["episodes"], start)


def search(work: Search) -> Searched:
    """Search on the original engine, the products of the page included."""
    _envs(work["original"], work["catalogue"])
    engine = importlib.import_module("web_agent_site.engine.engine")
    number = work["catalogue"]["index"]
    products, by_asin, *_ = engine.load_products(
        filepath=_file(work["catalogue"], "products"), num_products=number, human_goals=True
    )
    searcher = engine.init_search_engine(num_products=number)
    seconds, found = [], []
    for query in work["queries"]:
        began = time.perf_counter()
        hits = engine.get_top_n_product_from_keywords(query.split(" "), searcher, products, by_asin)
        seconds.append(time.perf_counter() - began)
        found.append([hit["asin"] for hit in hits])
    return Searched(seconds=seconds, found=found)


def nouns(work: Nouns) -> list[tuple[str, list[str]]]:
    """Return the nouns that the original finds in each title, which rewards depend on."""
    catalogue = work["catalogue"]
    _envs(work["original"], catalogue)
    engine = importlib.import_module("web_agent_site.engine.engine")
    goal = importlib.import_module("web_agent_site.engine.goal")
    products, *_ = engine.load_products(
        filepath=_file(catalogue, "products"), num_products=catalogue["index"], human_goals=True
    )
    titles = sorted({product["name"] for product in products})
    parsed = goal.nlp.pipe(titles, batch_size=64)
    return [
        (title, [token.text.lower() for token in tokens if token.pos_ in _NOUNS])
        for title, tokens in zip(titles, parsed, strict=True)
    ]


def versions(work: dict[str, str]) -> dict[str, str]:
    """Return the versions of what the original is made of."""
    return {name: version(name) for name in _SHOWN}


def _envs(folder: str, catalogue: Catalogue) -> Original:
    """Import the original, reading this catalogue's attributes and instructions."""
    os.chdir(folder)
    sys.path.insert(0, folder)
    settings = importlib.import_module("web_agent_site.utils")
    settings.DEFAULT_ATTR_PATH = _file(catalogue, "attributes")  # type: ignore[attr-defined]
    human = str(Path(catalogue["data"]) / "items_human_ins.json")
    settings.HUMAN_ATTR_PATH = human  # type: ignore[attr-defined]
    return importlib.import_module("web_agent_site.envs")


def _file(catalogue: Catalogue, which: str) -> str:
    name = catalogue["products"] if which == "products" else catalogue["attributes"]
    return str(Path(catalogue["data"]) / name)

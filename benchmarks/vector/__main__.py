"""Measure group rollouts and write docs/performance-vector.md and its data.

Example::

    python -m benchmarks.vector --data DIR
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from benchmarks import child
from benchmarks.flags import page_parser
from benchmarks.games import open_source
from benchmarks.record import machine, versions
from benchmarks.vector.found import Found, Layers, Scaling, load, save
from benchmarks.vector.layers import copies
from benchmarks.vector.page import WHAT, page

RECORD, PAGE = "performance-vector.json", "performance-vector.md"
GAMES, GROUP_SIZE, STEPS = 16, 8, 40
LAYER_TURNS, WORKER_TURNS = 12, 3
"""How often layers and workers are measured a round."""

ENVS: Mapping[str, Mapping[str, object]] = {"ALFWorld-v0": {}, "WebShopGen-v0": {}}


def main() -> None:
    """Measure, or write the page anew from the numbers that are there."""
    parser = page_parser("benchmarks.vector", __doc__, quick="two rounds")
    parser.add_argument("--data", help="folder that holds json_2.1.1 (default: ALFWORLD_DATA)")
    parser.add_argument(
        "--rounds", type=int, default=5, help="layers have 12 turns in each, workers 3"
    )
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if not given.page:
        save(_measure(given), given.out / RECORD)
    (given.out / PAGE).write_text(page(load(given.out / RECORD)), encoding="utf-8")


def _measure(given: argparse.Namespace) -> Found:
    data = given.data or os.environ.get("ALFWORLD_DATA")
    rounds = 2 if given.quick else given.rounds
    with tempfile.TemporaryDirectory(prefix="games-") as scratch:
        layers = _layers(data, Path(scratch), rounds)
    words = [
        "make perf-vector",
        *(["DATA=FOLDER"] if data else []),
        *(["QUICK=1"] if given.quick else []),
    ]
    return Found(
        command=" ".join(words),
        machine=machine(),
        versions=versions({}),
        layers=layers,
        scaling=[_scaling(env, options, rounds) for env, options in ENVS.items()],
    )


def _layers(data: str | None, scratch: Path, rounds: int) -> Layers:
    source = open_source(data, scratch)
    chosen = list(source.choose(GAMES))
    games = {"paths": chosen, "group_size": GROUP_SIZE, "steps": STEPS, "seed": 0}
    walks = child.run("benchmarks.vector.layers:draw_walks", games)["walks"]
    paths = {layer: copies(chosen, scratch / layer) for layer in WHAT}
    work = {"paths": paths, "group_size": GROUP_SIZE, "walks": walks}
    taken: dict[str, list[float]] = {layer: [] for layer in WHAT}
    for number in range(LAYER_TURNS * rounds):
        for layer, cpu in child.run("benchmarks.vector.layers:measure", work).items():
            taken[layer].append(cast(float, cpu))
        _say(
            f"process {number + 1}: "
            + ", ".join(f"{k} {v[-1] * 1e6:.2f} µs" for k, v in taken.items())
        )
    return Layers(
        source=source.name, games=len(chosen), group_size=GROUP_SIZE, steps=STEPS, rounds=taken
    )


def _scaling(env: str, options: Mapping[str, object], rounds: int) -> Scaling:
    work = {
        "env": env,
        "options": dict(options),
        "tasks": GAMES,
        "group_size": GROUP_SIZE,
        "rollouts": 4,
    }
    taken: dict[str, list[list[float]]] = {name: [] for name in ("0", "1", "2", "pair")}
    cpu: dict[str, list[float]] = {name: [] for name in ("0", "1", "2")}
    told: dict[str, object] = {}
    for number in range(WORKER_TURNS * rounds):
        for workers in (0, 1, 2):
            told = _rollouts({**work, "workers": workers}).result()
            taken[str(workers)].append(_seconds(told))
            cpu[str(workers)].append(cast(float, told["cpu"]) / cast(int, told["steps"]))
        pair = [_rollouts({**work, "workers": 0}) for _ in range(2)]
        both = [_seconds(one.result()) for one in pair]
        taken["pair"].append(list(map(max, zip(*both, strict=True))))
        _say(
            f"{env} {number + 1}: " + ", ".join(f"{k} {sum(v[-1]):.3f} s" for k, v in taken.items())
        )
    steps = cast(int, told["steps"])
    return Scaling(
        env=env,
        members=GAMES * GROUP_SIZE,
        steps=steps,
        characters=cast(int, told["characters"]) // steps,
        rounds=taken,
        cpu=cpu,
    )


def _rollouts(work: Mapping[str, object]) -> child.Child:
    return child.Child("benchmarks.vector.rollouts:play", work)


def _seconds(told: Mapping[str, object]) -> list[float]:
    return cast("list[float]", told["seconds"])


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()

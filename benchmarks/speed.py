"""Steps, resets and first loads: our engine and the original one, side by side."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from benchmarks import child
from benchmarks.games import Source, even
from benchmarks.rows import Row, Times, rows
from benchmarks.work import Walk, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured.

    Attributes:
        source: the games.
        games: how many of them our engine plays.
        shared: how many of those the original plays as well.
        steps: commands a game.
        rounds: blocks of each engine; they alternate. Ours plays all games in each block, the
            original a part of its games.
        seed: of the random walks.
        python: the interpreter that has the original engine; None leaves it out.
    """

    source: Source
    games: int
    shared: int
    steps: int
    rounds: int
    python: str | None
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """The outcome.

    Attributes:
        source: what the games are.
        games: how many games our engine played.
        shared: how many both did.
        steps: commands a game.
        rounds: blocks of each engine.
        same: games for which both said exactly the same; None where the original was left out.
        rows: the measurements.
    """

    source: str
    games: int
    shared: int
    steps: int
    rounds: int
    same: int | None
    rows: tuple[Row, ...]


def measure(plan: Plan) -> Speed:
    """Measure both engines in turn on the same games and commands."""
    with tempfile.TemporaryDirectory(prefix="cache-") as cache:
        paths = plan.source.choose(plan.games + 1)
        draw = {"paths": paths, "steps": plan.steps, "seed": plan.seed}
        drawn = child.run("benchmarks.ours:draw_walks", draw, cache=cache)
        warm_up, *walks = cast("list[Walk]", drawn["walks"])
        shared = even(range(len(walks)), plan.shared)
        ours: list[dict[str, Times]] = []
        original: dict[str, list[list[float]]] = {}
        for number in range(plan.rounds):
            ours.append(_ours({"warm_up": warm_up, "walks": walks}, cache))
            some = [walks[place] for place in shared[number :: plan.rounds]]
            for section, times in _original({"warm_up": warm_up, "walks": some}, plan).items():
                original.setdefault(section, []).extend(times)
    order = [place for number in range(plan.rounds) for place in shared[number :: plan.rounds]]
    return Speed(
        source=plan.source.name,
        games=len(walks),
        shared=len(order),
        steps=plan.steps,
        rounds=plan.rounds,
        same=_same(ours, original, order) if original else None,
        rows=tuple(rows(ours, original, order)),
    )


def _ours(work: Work, cache: str) -> dict[str, Times]:
    """Measure our engine once; return the times by section and level."""
    engine = child.run("benchmarks.ours:engine", work)
    cached = child.run("benchmarks.ours:cached", work, cache=cache)
    environment = child.run("benchmarks.ours:environment", work)
    times = {f"{section}/engine": taken for section, taken in engine.items()}
    times |= {f"{section}_cached/engine": taken for section, taken in cached.items()}
    times |= {f"{section}/environment": taken for section, taken in environment.items()}
    return cast("dict[str, Times]", times)


def _original(work: Work, plan: Plan) -> dict[str, list[list[float]]]:
    if plan.python is None:
        return {}
    answer = child.run("benchmarks.original:engine", work, python=plan.python)
    return cast("dict[str, list[list[float]]]", answer)


def _same(
    ours: Sequence[dict[str, Times]],
    original: dict[str, list[list[float]]],
    order: Sequence[int],
) -> int:
    """Count the games on which both engines said the same in every round."""
    pairs = zip(order, original["digests"], strict=True)
    return sum(all(t["digests/engine"][place] == said for t in ours) for place, said in pairs)

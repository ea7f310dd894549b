"""Plan every game of a split, carry each plan out, and say how it went."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from time import process_time

from hgpo_envs.alfworld.engine import Game
from hgpo_envs.alfworld.library import GameLibrary, open_library
from hgpo_envs.alfworld.planner.planner import Planner

_CHUNK = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """How planning one game went.

    Attributes:
        task: the game.
        kind: its task type.
        length: the plan's number of commands; None where there is no plan.
        won: whether the plan, carried out on the engine, won with its last command.
        model_s: processor seconds to ground the game.
        plan_s: processor seconds to plan from its start.
    """

    task: str
    kind: str
    length: int | None
    won: bool
    model_s: float
    plan_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Which games: those of a split of an environment, below a folder of official data."""

    env: str
    split: str
    data: str | os.PathLike[str] | None = None

    def open(self) -> GameLibrary:
        """Open them."""
        return open_library(self.env, self.split, data=self.data)


def survey(games: Games, *, most: int | None = None, workers: int = 1) -> Iterator[Survey]:
    """Plan the games of a split, in the panel's order.

    Args:
        games: which.
        most: how many of them, spread evenly over the panel; None takes all.
        workers: processes.

    Yields:
        One result a game.
    """
    ids = games.open().panel.ids
    tasks = ids[:: max(1, len(ids) // most)][:most] if most else ids
    chunks = [tasks[start : start + _CHUNK] for start in range(0, len(tasks), _CHUNK)]
    if workers == 1:
        for chunk in chunks:
            yield from survey_tasks(games, chunk)
        return
    with ProcessPoolExecutor(workers) as pool:
        for results in pool.map(survey_tasks, [games] * len(chunks), chunks):
            yield from results


def survey_tasks(games: Games, tasks: Sequence[str]) -> list[Survey]:
    """Plan some games."""
    library = games.open()
    kinds = dict(zip(library.panel.ids, library.panel.kinds, strict=False))
    return [_survey(library, task, kinds.get(task, "")) for task in tasks]


def _survey(library: GameLibrary, task: str, kind: str) -> Survey:
    game, content = library.load(task), library.read(task)
    if not isinstance(game, Game):
        return Survey(task=task, kind=kind, length=None, won=False, model_s=0.0, plan_s=0.0)
    start = process_time()
    planner = Planner(content, name=task)
    ready = process_time()
    plan = planner.plan(game.start())
    end = process_time()
    return Survey(
        task=task,
        kind=kind,
        length=None if plan is None else len(plan),
        won=plan is not None and wins(game, plan),
        model_s=ready - start,
        plan_s=end - ready,
    )


def wins(game: Game, plan: Sequence[str]) -> bool:
    """Whether a plan's commands are all understood, and the last of them wins, not one before."""
    play = game.start()
    for command in plan:
        if play.won:
            return False
        play.command(command)
        if not play.understood:
            return False
    return play.won


def report(results: Sequence[Survey]) -> list[str]:
    """Return the lines of a table: solved, lengths by task type, times."""
    lines = [f"{sum(result.won for result in results)} of {len(results)} games solved", ""]
    lengths = Counter((result.kind, result.length) for result in results if result.won)
    columns = sorted({length for _, length in lengths if length is not None})
    width = max(len(name) for name in ("commands", *(result.kind for result in results)))
    lines.append(f"{'commands':<{width}}" + "".join(f"{length:>7}" for length in columns))
    for kind in sorted({result.kind for result in results}):
        row = [lengths[kind, length] for length in columns]
        lines.append((f"{kind:<{width}}" + "".join(f"{count or '':>7}" for count in row)).rstrip())
    totals = [sum(lengths[key] for key in lengths if key[1] == length) for length in columns]
    lines.append(f"{'all':<{width}}" + "".join(f"{count:>7}" for count in totals))
    lines.append("")
    for what, times in (
        ("to ground the game", [result.model_s for result in results]),
        ("to plan from the start", [result.plan_s for result in results]),
        ("both", [result.model_s + result.plan_s for result in results]),
    ):
        lines.append(_times(what, times))
    slowest = max(results, key=lambda result: result.plan_s)
    lines.append(f"slowest to plan: {slowest.task}")
    lines += [f"no plan that wins: {result.task}" for result in results if not result.won]
    return lines


def _times(what: str, seconds: Sequence[float]) -> str:
    ordered = sorted(1000 * second for second in seconds)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"{what:<24} median {middle:7.1f} ms   99 % {late:7.1f} ms   worst {ordered[-1]:7.1f} ms"

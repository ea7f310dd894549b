"""Steps, resets and first loads: our engine and the original one, side by side.

Example::

    python -m benchmarks.step_rate --data DIR --quick
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import child
from benchmarks.clock import Spread, spread
from benchmarks.games import Games, choose
from benchmarks.work import Walk

#: Sections of the measurement in the order of the report, with the unit that they count.
SECTIONS = {
    "step": "step, fresh play",
    "step_repeated": "step, repeated play",
    "reset": "reset of a loaded game",
    "cold": "first load: file to observation",
}

HEAD = (
    f"{'median over games':32}{'level':>12}{'ours µs':>10}{'(quartiles)':>16}{'per s':>12}"
    f"{'cpu µs':>9}{'original ms':>13}{'ratio':>12}{'(quartiles)':>22}"
)

Times = dict[str, list[list[float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured.

    Attributes:
        data: folder of the official games; None: ALFWORLD_DATA, or generated games.
        games: games that both engines play.
        more_games: games that our engine plays, those among them.
        steps: commands a game.
        rounds: blocks of each engine; they alternate.
        seed: of the random walks.
        python: the interpreter that has the original engine; None leaves it out.
    """

    data: str | None
    games: int
    more_games: int
    steps: int
    rounds: int
    seed: int = 0
    python: str | None = sys.executable


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One quantity at one level: seconds a piece over the games, each the median of its rounds.

    Attributes:
        section: key of ``SECTIONS``.
        level: engine or environment.
        ours: wall seconds over all games that our engine played.
        ours_cpu: CPU seconds over the same.
        ours_shared: wall seconds over the games that both engines played.
        original: wall seconds of the original engine; None where it was not measured.
        original_cpu: its CPU seconds.
        ratio: original / ours, game by game.
    """

    section: str
    level: str
    ours: Spread
    ours_cpu: Spread
    ours_shared: Spread
    original: Spread | None
    original_cpu: Spread | None
    ratio: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRate:
    """The outcome.

    Attributes:
        source: what the games are.
        games: how many both played, and how many our engine did.
        steps: commands a game.
        rows: the measurements.
        same: games for which both said exactly the same; None without the original.
    """

    source: str
    games: tuple[int, int]
    steps: int
    rows: tuple[Row, ...]
    same: int | None


def measure(plan: Plan) -> StepRate:
    """Measure both engines in turn on the same games and commands."""
    with tempfile.TemporaryDirectory(prefix="games-") as scratch:
        games = choose(plan.more_games + 1, data=plan.data, scratch=Path(scratch))
        walks = _draw(games, plan)
        return _measure(plan, games, walks)


def _draw(games: Games, plan: Plan) -> list[Walk]:
    draw = {"paths": games.paths, "steps": plan.steps, "seed": plan.seed}
    drawn: list[Walk] = child.run("benchmarks.ours:draw_walks", draw)["walks"]  # type: ignore[assignment]
    return drawn


def _measure(plan: Plan, games: Games, walks: list[Walk]) -> StepRate:
    warm_up, *walks = walks
    shared = sorted({place * len(walks) // plan.games for place in range(plan.games)})
    ours: dict[str, list[Times]] = {"engine": [], "environment": []}
    original: Times = {}
    for number in range(plan.rounds):
        for level, taken in ours.items():
            work = {"warm_up": warm_up, "walks": walks}
            taken.append(child.run(f"benchmarks.ours:{level}", work))  # type: ignore[arg-type]
        if plan.python is not None:
            some = [walks[place] for place in shared[number :: plan.rounds]]
            work = {"warm_up": warm_up, "walks": some}
            answer = child.run("benchmarks.original:engine", work, python=plan.python)
            for section, times in answer.items():
                original.setdefault(section, []).extend(times)  # type: ignore[arg-type]
    # The rounds took every rounds-th of the shared games.
    order = [place for number in range(plan.rounds) for place in shared[number :: plan.rounds]]
    return StepRate(
        source=games.source,
        games=(len(order), len(walks)),
        steps=plan.steps,
        rows=tuple(_rows(ours, original, order)),
        same=_same(ours["engine"], original, order) if original else None,
    )


def _same(ours: Sequence[Times], original: Times, order: Sequence[int]) -> int:
    pairs = zip(order, original["digests"], strict=True)
    return sum(all(times["digests"][place] == said for times in ours) for place, said in pairs)


def _rows(ours: dict[str, list[Times]], original: Times, order: Sequence[int]) -> Iterator[Row]:
    for section in SECTIONS:
        for level, taken in ours.items():
            if section in taken[0]:
                wall, cpu = (_typical([times[section] for times in taken], at) for at in (0, 1))
                yield _row(section, level, wall, cpu, original, order)


def _typical(rounds: list[list[list[float]]], at: int) -> list[float]:
    """Return each game's median over the rounds, of wall (0) or CPU (1) seconds."""
    return [spread([times[at] for times in game]).median for game in zip(*rounds, strict=True)]


def _row(
    section: str,
    level: str,
    wall: list[float],
    cpu: list[float],
    original: Times,
    order: Sequence[int],
) -> Row:
    theirs = original.get(section.removesuffix("_repeated"), [])
    shared = [wall[place] for place in order]
    return Row(
        section=section,
        level=level,
        ours=spread(wall),
        ours_cpu=spread(cpu),
        ours_shared=spread(shared),
        original=spread([t[0] for t in theirs]) if theirs else None,
        original_cpu=spread([t[1] for t in theirs]) if theirs else None,
        ratio=spread([t[0] / mine for t, mine in zip(theirs, shared, strict=True)])
        if theirs
        else None,
    )


def table(outcome: StepRate) -> Iterator[str]:
    """Yield the lines of a plain table."""
    both, alone = outcome.games
    yield f"{outcome.source}: {both} games on both engines, {alone} on ours, {outcome.steps} steps"
    yield HEAD
    for row in outcome.rows:
        yield _line(row)
    if outcome.same is not None:
        yield f"{outcome.same} of {both} games: every observation and command list was the same"


def _line(row: Row) -> str:
    low, high = row.ours.low * 1e6, row.ours.high * 1e6
    line = (
        f"{SECTIONS[row.section]:32}{row.level:>12}{row.ours.median * 1e6:10.2f}"
        f"{f'{low:.1f}–{high:.1f}':>16}{1 / row.ours.median:12,.0f}{row.ours_cpu.median * 1e6:9.2f}"
    )
    if row.original is None or row.ratio is None:
        return line
    ratio = f"{row.ratio.low:,.0f}–{row.ratio.high:,.0f}"
    return line + f"{row.original.median * 1e3:13.2f}{row.ratio.median:12,.0f}{ratio:>22}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.step_rate", description=__doc__)
    parser.add_argument("--data", help="folder that holds json_2.1.1 (default: ALFWORLD_DATA)")
    parser.add_argument("--games", type=int, help="games that both engines play")
    parser.add_argument("--more-games", type=int, help="games that our engine plays")
    parser.add_argument("--steps", type=int, default=40, help="commands a game")
    parser.add_argument("--rounds", type=int, default=3, help="blocks of each engine")
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--ours-only", action="store_true", help="leave the original engine out")
    parser.add_argument("--original-python", default=sys.executable, help="where textworld is")
    parser.add_argument("--json", type=Path, help="write the numbers to this file")
    given = parser.parse_args()
    outcome = measure(
        Plan(
            data=given.data,
            games=given.games or (3 if given.quick else 12),
            more_games=given.more_games or (30 if given.quick else 120),
            steps=given.steps,
            rounds=given.rounds,
            python=None if given.ours_only else given.original_python,
        )
    )
    sys.stdout.write("\n".join(table(outcome)) + "\n")
    if given.json is not None:
        given.json.write_text(json.dumps(asdict(outcome), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""What a measurement of speed comes to: one row a quantity."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from benchmarks.clock import Spread, spread

#: Wall and CPU seconds of each game.
Times: TypeAlias = Sequence[Sequence[float]]

#: What is measured, in the order of the report.
SECTIONS = {
    "step": "step, fresh play",
    "step_repeated": "step, repeated play",
    "reset": "reset of a loaded game",
    "cold": "first load of a game",
    "cold_cached": "first load, from disk cache",
    "first": "first load of a process",
    "first_cached": "the same, from disk cache",
}
LEVELS = ("engine", "environment")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One quantity at one level; seconds a piece, over games.

    Attributes:
        section: key of ``SECTIONS``.
        level: one of ``LEVELS``.
        ours: wall seconds over all games that our engine played, each the median of its rounds.
        ours_cpu: CPU seconds over the same.
        original: wall seconds of the original engine; None where it was left out.
        original_cpu: its CPU seconds.
        ratio: original / ours, game by game, over the games that both played.
        ratio_cpu: the same of CPU seconds, which what else a machine is doing changes less.
        overall: the original's seconds for all those games together / ours.
        overall_cpu: the same of CPU seconds.
    """

    section: str
    level: str
    ours: Spread
    ours_cpu: Spread
    original: Spread | None
    original_cpu: Spread | None
    ratio: Spread | None
    ratio_cpu: Spread | None
    overall: float | None
    overall_cpu: float | None


def rows(
    ours: Sequence[Mapping[str, Times]], original: Mapping[str, Times], shared: Sequence[int]
) -> Iterator[Row]:
    """Yield the rows that were measured.

    Args:
        ours: of each round, the times of our engine by ``section/level``.
        original: the original engine's by section; empty where it was left out.
        shared: which of our games the original's are, in its order.
    """
    for section in SECTIONS:
        theirs = original.get(section.removesuffix("_repeated").removesuffix("_cached"), ())
        for level in LEVELS:
            key = f"{section}/{level}"
            if key not in ours[0]:
                continue
            if section.startswith("first"):  # one sample a round, all of the same game
                rounds = [times[key][0] for times in ours]
                yield _row(section, level, rounds, theirs, range(len(theirs)))
            else:
                games = _typical([times[key] for times in ours])
                yield _row(section, level, games, theirs, shared)


def _typical(rounds: Sequence[Times]) -> Times:
    """Return the median over the rounds of each game's wall and of its CPU seconds."""
    games = zip(*rounds, strict=True)
    return [[spread(values).median for values in zip(*game, strict=True)] for game in games]


def _row(section: str, level: str, mine: Times, theirs: Times, shared: Sequence[int]) -> Row:
    wall, cpu = zip(*mine, strict=True)
    row = Row(
        section=section,
        level=level,
        ours=spread(wall),
        ours_cpu=spread(cpu),
        original=None,
        original_cpu=None,
        ratio=None,
        ratio_cpu=None,
        overall=None,
        overall_cpu=None,
    )
    if not theirs:
        return row
    their_wall, their_cpu = zip(*theirs, strict=True)
    shared_wall, shared_cpu = ([times[place] for place in shared] for times in (wall, cpu))
    return replace(
        row,
        original=spread(their_wall),
        original_cpu=spread(their_cpu),
        ratio=_ratio(their_wall, shared_wall),
        ratio_cpu=_ratio(their_cpu, shared_cpu),
        overall=sum(their_wall) / sum(shared_wall),
        overall_cpu=sum(their_cpu) / sum(shared_cpu),
    )


def _ratio(theirs: Sequence[float], ours: Sequence[float]) -> Spread:
    return spread([long / short for long, short in zip(theirs, ours, strict=True)])

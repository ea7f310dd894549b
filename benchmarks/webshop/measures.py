"""What one run found of WebShop, as values that JSON holds."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.clock import Spread, spread
from benchmarks.webshop.kinds import KINDS
from benchmarks.webshop.scale import Scale
from benchmarks.webshop.work import Played, Searched


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One thing timed on both shops.

    Attributes:
        catalogue: products of the catalogue, as a number in words.
        what: what was timed.
        ours: seconds of ours.
        original: seconds of the original; None where it did not run.
        ratio: the original's time for all of them over ours; None where it did not run.
    """

    catalogue: str
    what: str
    ours: Spread
    original: Spread | None
    ratio: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shops:
    """Both shops on the same episodes and queries.

    Attributes:
        rows: what was timed.
        episodes: episodes that both played.
        same: of those, how many gave equal observations, rewards and ends at every step.
        queries: queries that both searched for.
        same_hits: of those, how many gave the same products in the same order.
        ours_mb: memory of our process after the episodes.
        original_mb: memory of the original's process.
    """

    rows: tuple[Row, ...]
    episodes: int
    same: int
    queries: int
    same_hits: int
    ours_mb: float
    original_mb: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Everything that the page is written from."""

    command: str
    machine: dict[str, str]
    versions: dict[str, str]
    shops: Shops | None
    scale: Scale | None
    crowd_envs: int
    crowd_mb: float


def row(catalogue: str, what: str, ours: Sequence[float], original: Sequence[float]) -> Row:
    """Return the row of one thing."""
    return Row(
        catalogue=catalogue,
        what=what,
        ours=spread(ours),
        original=spread(original) if original else None,
        ratio=sum(original) / sum(ours) if original else None,
    )


def rows_of_play(catalogue: str, ours: Sequence[Played], original: Sequence[Played]) -> list[Row]:
    """Return the rows of episodes that were played in several processes."""
    rows = [row(catalogue, "reset", _resets(ours), _resets(original))]
    rows.append(row(catalogue, "step, all kinds", _steps(ours, KINDS), _steps(original, KINDS)))
    rows += [
        row(catalogue, f"step: {kind}", mine, _steps(original, [kind]))
        for kind in KINDS
        if (mine := _steps(ours, [kind]))
    ]
    start = [played["start"] for played in ours]
    rows.append(
        row(catalogue, "start, packages imported", start, [one["start"] for one in original])
    )
    return rows


def rows_of_search(catalogue: str, ours: Sequence[Searched], original: Sequence[Searched]) -> Row:
    """Return the row of searches."""
    mine = [one for searched in ours for one in searched["seconds"]]
    theirs = [one for searched in original for one in searched["seconds"]]
    return row(catalogue, "search alone, with the products of its page", mine, theirs)


def agreeing(ours: Sequence[object], original: Sequence[object]) -> int:
    """Count the places where two lists are equal."""
    return sum(mine == theirs for mine, theirs in zip(ours, original, strict=True))


def median_mb(played: Sequence[Played]) -> float:
    """Return the median memory of some processes."""
    return statistics.median(one["resident_mb"] for one in played)


def _resets(played: Sequence[Played]) -> list[float]:
    return [one for run in played for one in run["resets"]]


def _steps(played: Sequence[Played], kinds: Sequence[str]) -> list[float]:
    return [one for run in played for kind in kinds for one in run["steps"][kind]]

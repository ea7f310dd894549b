"""Everything a report says in numbers, computed once for the table, the JSON and the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from harness.report.comparison import Cell, Comparison
from leaderboards.statistics import (
    Estimate,
    Scores,
    crossed_bootstrap,
    iqm,
    paired_difference,
    probability_of_improvement,
    stratified_bootstrap,
    wilson_interval,
)

CONFIDENCE = 0.95
RESAMPLES = 2_000
RESAMPLES_OF_PAIRS = 20_000  # their tails are thinner: the confidence is shared among all pairs
SEED = 20260217
DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One policy, or one kind of policy over seeds, and its scores.

    Attributes:
        name: what it is called.
        role: `algorithm`, `start` or `reference`.
        success: mean success; over seeds and tasks, for a reference over tasks.
        iqm: interquartile mean over seed × task type; None for a reference.
        gain: paired difference to the starting policies; only for an algorithm.
        kinds: task type -> mean success.
        mean_return: mean return of an episode, over what success is; None where the returns say
            no more than success.
    """

    name: str
    role: str
    success: Estimate
    iqm: Estimate | None
    gain: Estimate | None
    kinds: Mapping[str, Estimate]
    mean_return: Estimate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two algorithms on the same seeds and tasks.

    Attributes:
        first: the one with the higher mean.
        second: the other.
        difference: mean(first − second), at a confidence shared among all pairs (Bonferroni).
    """

    first: str
    second: str
    difference: Estimate

    @property
    def separated(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.difference.low > 0 or self.difference.high < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What one algorithm's cells used, on average.

    Attributes:
        spent: unit -> mean amount against the caps.
        most: capped unit -> the largest amount of any cell.
        left: capped unit -> mean amount left.
        by_purpose: purpose -> unit -> mean amount.
    """

    spent: Mapping[str, float]
    most: Mapping[str, float]
    left: Mapping[str, float]
    by_purpose: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A comparison in numbers.

    Attributes:
        algorithms: a row each, in the order of the comparison.
        start: the starting policies.
        references: the fixed policies.
        differences: every pair of algorithms.
        improvement: name -> other name -> P(a run of the first beats a run of the second).
        use: name -> what it used.
    """

    algorithms: tuple[Row, ...]
    start: Row
    references: tuple[Row, ...]
    differences: tuple[Difference, ...]
    improvement: Mapping[str, Mapping[str, Estimate]]
    use: Mapping[str, Use]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, algorithms first."""
        return (*self.algorithms, self.start, *self.references)


def summarise(comparison: Comparison) -> Summary:
    """Compute what the report says; equal comparisons give equal numbers."""
    names = comparison.algorithms
    final = {name: _matrix(comparison.cells_of(name)) for name in names}
    by_seed = {start.seed: start.success for start in comparison.starts}
    start = np.array([by_seed[seed] for seed in comparison.seeds])
    kinds = task_columns(comparison)
    returns = _returns(comparison)
    return Summary(
        algorithms=tuple(
            replace(
                _row(name, "algorithm", scores, kinds, gain=_paired(scores, start)),
                mean_return=returns.get(("algorithm", name)),
            )
            for name, scores in final.items()
        ),
        start=replace(
            _row("start", "start", start, kinds), mean_return=returns.get(("start", "start"))
        ),
        references=tuple(
            replace(
                _row(ref.name, "reference", np.array([ref.success]), kinds),
                mean_return=returns.get(("reference", ref.name)),
            )
            for ref in comparison.references
        ),
        differences=_differences(final),
        improvement=_improvement({name: _rates(final[name], kinds) for name in names}),
        use={name: _use(comparison, comparison.cells_of(name)) for name in names},
    )


def task_columns(comparison: Comparison) -> dict[str, list[int]]:
    """Give task type -> its columns in the panel, types in alphabetical order."""
    columns: dict[str, list[int]] = {kind: [] for kind in sorted(set(comparison.task_kinds))}
    for column, kind in enumerate(comparison.task_kinds):
        columns[kind].append(column)
    return columns


def _row(
    name: str,
    role: str,
    scores: Scores,
    kinds: Mapping[str, list[int]],
    *,
    gain: Estimate | None = None,
) -> Row:
    rates = _rates(scores, kinds)
    middle = (
        None
        if role == "reference"
        else _rounded(stratified_bootstrap(rates, iqm, _rng(), RESAMPLES, CONFIDENCE))
    )
    return Row(
        name=name,
        role=role,
        success=_success(scores),
        iqm=middle,
        gain=gain,
        kinds={kind: _success(scores[:, columns]) for kind, columns in kinds.items()},
    )


def _returns(comparison: Comparison) -> dict[tuple[str, str], Estimate]:
    """Return (role, name) -> mean return, or nothing where returns say no more than success."""
    if not comparison.tells_returns:
        return {}
    starts = {start.seed: start.returns for start in comparison.starts}
    matrices = {
        **{
            ("algorithm", name): [cell.returns for cell in comparison.cells_of(name)]
            for name in comparison.algorithms
        },
        ("start", "start"): [starts[seed] for seed in comparison.seeds],
        **{("reference", ref.name): [ref.returns] for ref in comparison.references},
    }
    return {
        key: _rounded(crossed_bootstrap(np.array(rows), _rng(), RESAMPLES, CONFIDENCE))
        for key, rows in matrices.items()
    }


def _success(scores: Scores) -> Estimate:
    single = len(scores) == 1 and np.isin(scores, (0.0, 1.0)).all()
    if single:
        return _rounded(wilson_interval(int(scores.sum()), scores.size, CONFIDENCE))
    return _rounded(crossed_bootstrap(scores, _rng(), RESAMPLES, CONFIDENCE))


def _paired(x: Scores, y: Scores) -> Estimate:
    return _rounded(paired_difference(x, y, _rng(), RESAMPLES, CONFIDENCE))


def _differences(final: Mapping[str, Scores]) -> tuple[Difference, ...]:
    ranked = sorted(final, key=lambda name: -float(final[name].mean()))
    pairs = list(combinations(ranked, 2))
    confidence = 1.0 - (1.0 - CONFIDENCE) / max(1, len(pairs))
    return tuple(
        Difference(
            first=first,
            second=second,
            difference=_rounded(
                paired_difference(
                    final[first], final[second], _rng(), RESAMPLES_OF_PAIRS, confidence
                )
            ),
        )
        for first, second in pairs
    )


def _improvement(rates: Mapping[str, Scores]) -> dict[str, dict[str, Estimate]]:
    return {
        name: {
            other: _rounded(
                probability_of_improvement(rates[name], rates[other], _rng(), RESAMPLES, CONFIDENCE)
            )
            for other in rates
            if other != name
        }
        for name in rates
    }


def _use(comparison: Comparison, cells: tuple[Cell, ...]) -> Use:
    purposes = sorted({purpose for cell in cells for purpose in cell.by_purpose})
    lefts = [comparison.left(cell) for cell in cells]
    return Use(
        spent=_averages([cell.spent for cell in cells]),
        most={unit: max(cell.spent.get(unit, 0) for cell in cells) for unit in comparison.caps},
        left=_averages(lefts),
        by_purpose={
            purpose: _averages([cell.by_purpose.get(purpose, {}) for cell in cells])
            for purpose in purposes
        },
    )


def _averages(amounts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    units = sorted({unit for each in amounts for unit in each})
    return {unit: sum(each.get(unit, 0) for each in amounts) / len(amounts) for unit in units}


def _matrix(cells: tuple[Cell, ...]) -> Scores:
    return np.array([cell.success for cell in cells], dtype=np.float64)


def _rates(scores: Scores, kinds: Mapping[str, list[int]]) -> Scores:
    return np.stack([scores[:, columns].mean(axis=1) for columns in kinds.values()], axis=1)


def _rng() -> np.random.Generator:
    return np.random.default_rng(SEED)


def _rounded(found: Estimate) -> Estimate:
    return Estimate(
        value=round(found.value, DIGITS),
        low=round(found.low, DIGITS),
        high=round(found.high, DIGITS),
        confidence=round(found.confidence, DIGITS),
    )

"""How sure a comparison is: a test of every pair, corrected, and what more seeds would show."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from harness.report.comparison import Comparison
from harness.report.summary import RESAMPLES, SEED, task_columns
from leaderboards.statistics import (
    Estimate,
    Profile,
    Scores,
    deviation,
    holm,
    optimality_gap,
    power,
    profile_bands,
    seeds_needed,
    sign_flip_test,
    stratified_bootstrap,
    visible_difference,
)

POWER = 0.8
ALPHA = 0.05
THRESHOLDS = np.linspace(0.0, 1.0, 51)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTest:
    """Two algorithms over their common seeds.

    Attributes:
        first: the one with the higher mean.
        second: the other.
        difference: mean over seeds of the success of the first less that of the second.
        p_value: of the sign-flip test over seeds.
        corrected: the same by Holm's method over all pairs.
        deviation: of the differences over seeds, with an 80 % interval.
    """

    first: str
    second: str
    difference: float
    p_value: float
    corrected: float
    deviation: Estimate

    def power(self, difference: float, seeds: int, alpha: float = ALPHA) -> float:
        """Give the probability that so many seeds show a true difference."""
        return power(difference, self.deviation.value, seeds, alpha)

    def needed(
        self, difference: float, wanted: float = POWER, alpha: float = ALPHA, *, safe: bool = False
    ) -> int | None:
        """Give the number of seeds that shows a true difference; None where none would.

        Args:
            difference: of success, in [0, 1].
            wanted: the power.
            alpha: level of the test.
            safe: whether the deviation is taken at the upper end of its interval.
        """
        if difference == 0.0:
            return None
        spread = self.deviation.high if safe else self.deviation.value
        return seeds_needed(difference, spread, wanted, alpha)

    def visible(self, seeds: int, wanted: float = POWER, alpha: float = ALPHA) -> float:
        """Give the least true difference that so many seeds show."""
        return visible_difference(self.deviation.value, seeds, wanted, alpha)


@dataclass(frozen=True, slots=True, kw_only=True)
class Certainty:
    """What tests and distributions say beside the means.

    Attributes:
        pairs: every pair of algorithms, best first; none with a single seed, which has no spread.
        gaps: algorithm -> optimality gap over seed × task type, with a bootstrap interval.
        profiles: algorithm -> performance profile over seed × task type.
    """

    pairs: tuple[PairTest, ...]
    gaps: Mapping[str, Estimate]
    profiles: Mapping[str, Profile]


def certainty(comparison: Comparison) -> Certainty:
    """Compute it; equal comparisons give equal numbers."""
    kinds = task_columns(comparison)
    rates = {name: _rates(comparison, name, kinds) for name in comparison.algorithms}
    return Certainty(
        pairs=pair_tests(comparison),
        gaps={
            name: stratified_bootstrap(each, optimality_gap, _rng(), RESAMPLES)
            for name, each in rates.items()
        },
        profiles={
            name: profile_bands(each, THRESHOLDS, _rng(), RESAMPLES // 4)
            for name, each in rates.items()
        },
    )


def pair_tests(comparison: Comparison) -> tuple[PairTest, ...]:
    """Test every pair of algorithms over the common seeds; none where there is a single seed."""
    if len(comparison.seeds) < 2:
        return ()
    means = {name: _by_seed(comparison, name) for name in comparison.algorithms}
    ranked = sorted(means, key=lambda name: -float(means[name].mean()))
    pairs = list(combinations(ranked, 2))
    differences = [means[first] - means[second] for first, second in pairs]
    p_values = [sign_flip_test(each, _rng()) for each in differences]
    return tuple(
        PairTest(
            first=first,
            second=second,
            difference=float(each.mean()),
            p_value=p_value,
            corrected=float(corrected),
            deviation=deviation(each),
        )
        for (first, second), each, p_value, corrected in zip(
            pairs, differences, p_values, holm(p_values), strict=True
        )
    )


def _by_seed(comparison: Comparison, name: str) -> Scores:
    """Return an algorithm's success by seed, in the order of the comparison's seeds, [S]."""
    found = {cell.seed: float(np.mean(cell.success)) for cell in comparison.cells_of(name)}
    return np.array([found[seed] for seed in comparison.seeds])


def _rates(comparison: Comparison, name: str, kinds: Mapping[str, list[int]]) -> Scores:
    scores = np.array([cell.success for cell in comparison.cells_of(name)], dtype=np.float64)
    return np.stack([scores[:, columns].mean(axis=1) for columns in kinds.values()], axis=1)


def _rng() -> np.random.Generator:
    return np.random.default_rng(SEED)

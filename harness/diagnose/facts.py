"""From estimates and measured advantages to the numbers of the table, with their intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from algorithms.grouping import Ints
from harness.diagnose.diagnosis import EstimatorFacts, Found
from harness.diagnose.moments import (
    CLEAR,
    Floats,
    Parts,
    Truth,
    least_variance,
    moments_of,
    parts,
    probe_moments,
    resampled,
    sign_agreement,
)
from harness.seeding import Stream, generator

SURE = 0.975
"""Share of an interval's draws that must be numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measured advantages of P probes.

    Attributes:
        truth: the measurements.
        tasks: number of each probe's task, shape [P]; intervals are over tasks.
        seed: of the draws that make intervals.
    """

    truth: Truth
    tasks: Ints
    seed: int

    def drawn(self, columns: Floats) -> Floats:
        """Return means over the probes of other draws of tasks; always the same draws."""
        return resampled(columns, self.tasks, generator(self.seed, Stream.DIAGNOSIS_RESAMPLES))

    def mean_square_and_floor(self) -> tuple[Found, Found]:
        """Return E[A²], and the relative error of a return less the exact baseline."""
        truth = self.truth
        columns = np.stack(
            (truth.half(0).advantage * truth.half(1).advantage, truth.returns.var(axis=1, ddof=1)),
            axis=1,
        )
        mean, drawn = columns.mean(axis=0), self.drawn(columns)
        floor = least_variance(mean[:1], mean[1:])[0]
        return (
            found(mean[0], drawn[:, 0]),
            found(floor, least_variance(drawn[:, 0], drawn[:, 1])),
        )

    def clear(self) -> int:
        """Count the probes whose advantage's sign is known."""
        advantage = self.truth.advantage
        known = np.abs(advantage) >= CLEAR * self.truth.standard_error
        return int((known & (advantage != 0.0)).sum())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Correlation:
    """An estimator's correlation with the truth: over all tasks, and over other draws of them."""

    value: Floats
    drawn: Floats


def estimator_facts(
    labels: Sequence[str], nonzero: Sequence[float], estimates: Floats, measured: Measured
) -> tuple[EstimatorFacts, ...]:
    """Hold estimates against measured advantages.

    Args:
        labels: of E estimators.
        nonzero: share of steps with an advantage other than 0, of each.
        estimates: shape [P, E, 2, R], after the probe's action and after the policy's own.
        measured: advantages of the P probes.
    """
    rows: list[EstimatorFacts] = []
    first: _Correlation | None = None
    for number, label in enumerate(labels):
        own = estimates[:, number]
        columns = probe_moments(measured.truth, own[:, 0], own[:, 1])
        mean = parts(moments_of(columns.mean(axis=0)))
        drawn = parts(moments_of(measured.drawn(columns)))
        correlation = _Correlation(value=mean.correlation, drawn=drawn.correlation)
        first = first or correlation
        agreement, silent, _ = sign_agreement(measured.truth, own[:, 0])
        named = {
            field.name: found(getattr(mean, field.name), getattr(drawn, field.name))
            for field in fields(Parts)
        }
        rows.append(
            EstimatorFacts(
                label=label,
                nonzero=nonzero[number],
                batch=found(
                    _batch(first.value, correlation.value), _batch(first.drawn, correlation.drawn)
                ),
                sign_agreement=_finite(agreement),
                sign_silent=_finite(silent),
                same_as=_twin(labels, estimates, number),
                expected=tuple(own[:, 0].mean(axis=1).tolist()),
                **named,
            )
        )
    return tuple(rows)


def found(value: Floats | float, draws: Floats) -> Found:
    """Return a number with its 95 % interval, which is there if nearly all draws are numbers."""
    known = draws[np.isfinite(draws)]
    if known.size < SURE * draws.size:
        return Found(value=_finite(value), low=None, high=None)
    low, high = np.percentile(known, (2.5, 97.5)).tolist()
    return Found(value=_finite(value), low=low, high=high)


def _batch(first: Floats, own: Floats) -> Floats:
    """Return (ρ_first / ρ)²; NaN where one of them points the wrong way."""
    ratio = np.full_like(own, np.nan)
    return np.divide(first, own, out=ratio, where=(first > 0.0) & (own > 0.0)) ** 2


def _twin(labels: Sequence[str], estimates: Floats, number: int) -> str | None:
    """Return the first estimator before this one that said the same everywhere."""
    own = estimates[:, number]
    same = (i for i in range(number) if np.array_equal(estimates[:, i], own))
    twin = next(same, None)
    return None if twin is None else labels[twin]


def _finite(value: Floats | float) -> float | None:
    return float(value) if math.isfinite(value) else None

"""Bias and variance of estimates of an advantage, where the estimate's scale is free.

Symbols: a probe i is a decision (history h, action a) as the policy visits it; A_i its true
advantage Q(h, a) − V(h); Â an estimate in a batch that holds the probe; m_i = E[Â | h, a];
b_i = E[Â | h], over the policy's actions too; d_i = m_i − b_i. Over probes E[...] is the mean.

Estimators are normalised, so what they estimate is A times some scale. That scale is

    c = E[d A] / E[A²],                                      the slope of d on A through 0

and an estimate's error Â − c A, with v_i = Var[Â | h, a], has three parts, each given relative to
c² E[A²], the mean square of what is to be estimated:

    offset       E[b²] / (c² E[A²])              depends on the history alone: no bias of gradients
    action bias  E[(d − c A)²] / (c² E[A²])      prefers other actions than A does
    variance     E[v] / (c² E[A²])

Given h, both d and A have mean 0 over the policy's actions, so the parts add up to the relative
mean square error. All moments are products of two halves of the data that share no episode but the
probe's past; so noise adds to none of them, and an estimate of a part can come out below 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CLEAR = 2.0
"""Standard errors from 0 at which a true advantage's sign counts as known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What R continuations of each of P probes say of its advantage.

    Attributes:
        differences: return after the probe's action less return after the policy's own choice,
            both with the same draws, shape [P, R].
        returns: return after the probe's action, shape [P, R].
    """

    differences: Floats
    returns: Floats

    @property
    def advantage(self) -> Floats:
        """Return the measured advantages, shape [P]."""
        mean: Floats = self.differences.mean(axis=1)
        return mean

    @property
    def standard_error(self) -> Floats:
        """Return their standard errors, shape [P]."""
        count = self.differences.shape[1]
        error: Floats = self.differences.std(axis=1, ddof=1) / np.sqrt(count)
        return error

    def half(self, number: int) -> "Truth":
        """Return what the even (0) or odd (1) continuations say."""
        return Truth(differences=self.differences[:, number::2], returns=self.returns[:, number::2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """Means over probes, from which all else follows; any leading shape.

    Attributes:
        advantage: E[A²].
        signal: E[d A].
        offset: E[b²].
        contrast: E[d²].
        expected: E[m²].
        power: E[Â²].
    """

    advantage: Floats
    signal: Floats
    offset: Floats
    contrast: Floats
    expected: Floats
    power: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """An estimator's scale and the parts of its error; NaN where c or E[A²] is not above 0.

    Attributes:
        slope: c.
        offset: the part that depends on the history alone.
        action_bias: the part that prefers other actions.
        variance: the part that another batch changes.
        error: their sum.
        correlation: E[d A] / √(E[Â²] E[A²]), the cosine between Â and A; 1/√(1 + error) where
            there are many probes. It is there for a c below 0 too.
    """

    slope: Floats
    offset: Floats
    action_bias: Floats
    variance: Floats
    error: Floats
    correlation: Floats


def probe_moments(truth: Truth, acted: Floats, free: Floats) -> Floats:
    """Return each probe's unbiased estimates of the moments.

    Args:
        truth: of P probes.
        acted: estimates in batches where the probe's action was taken, shape [P, R].
        free: estimates in batches where the policy chose, shape [P, R].

    Returns:
        Shape [P, 6], in the order of `Moments`.
    """
    a = [truth.half(number).advantage for number in (0, 1)]
    m = [acted[:, number::2].mean(axis=1) for number in (0, 1)]
    b = [free[:, number::2].mean(axis=1) for number in (0, 1)]
    d = [m[0] - b[0], m[1] - b[1]]
    columns = (
        a[0] * a[1],
        (d[0] * a[1] + d[1] * a[0]) / 2.0,
        b[0] * b[1],
        d[0] * d[1],
        m[0] * m[1],
        (acted**2).mean(axis=1),
    )
    return np.stack(columns, axis=1)


def moments_of(columns: Floats) -> Moments:
    """Name the last axis of an array, shape [..., 6]."""
    return Moments(
        advantage=columns[..., 0],
        signal=columns[..., 1],
        offset=columns[..., 2],
        contrast=columns[..., 3],
        expected=columns[..., 4],
        power=columns[..., 5],
    )


def parts(moments: Moments) -> Parts:
    """Divide the errors into their parts; see the head of the module."""
    known = (moments.advantage > 0.0) & (moments.signal > 0.0)
    square = np.where(known, moments.advantage, np.nan)
    slope = np.where(known, moments.signal, np.nan) / square
    target = slope**2 * square  # c² E[A²]
    offset = moments.offset / target
    action_bias = moments.contrast / target - 1.0
    variance = (moments.power - moments.expected) / target
    scale = np.maximum(moments.power * moments.advantage, 0.0)
    return Parts(
        slope=slope,
        offset=offset,
        action_bias=action_bias,
        variance=variance,
        error=offset + action_bias + variance,
        correlation=np.divide(
            moments.signal, np.sqrt(scale), out=np.full_like(scale, np.nan), where=scale > 0.0
        ),
    )


def least_variance(truth_moment: Floats, spread: Floats) -> Floats:
    """Return E[Var[G | h, a]] / E[A²]: the error of G − V(h), a return less the exact baseline.

    G − V has slope 1, no offset and no action bias; so this is what an estimate from one
    continuation costs before the baseline is estimated too.

    Args:
        truth_moment: E[A²], any shape.
        spread: E[Var[G | h, a]], the same shape.
    """
    known = truth_moment > 0.0
    return np.divide(spread, truth_moment, out=np.full_like(spread, np.nan), where=known)


def sign_agreement(truth: Truth, acted: Floats) -> tuple[float, float, int]:
    """Compare the signs of estimates with those of advantages that are clear.

    A probe counts where one half of the continuations puts its advantage at least `CLEAR`
    standard errors from 0; it is judged by the other half's estimates.

    Args:
        truth: of P probes.
        acted: estimates, shape [P, R].

    Returns:
        The share of those estimates that have the sign, the share that are exactly 0, and how
        many probes counted in one half or the other. Both shares are NaN where none did.
    """
    agree, silent, probes = [], [], set()
    for number in (0, 1):
        known = truth.half(number)
        clear = np.abs(known.advantage) >= CLEAR * known.standard_error
        clear &= known.advantage != 0.0
        judged = acted[clear][:, 1 - number :: 2]
        agree.append((np.sign(judged) == np.sign(known.advantage[clear])[:, None]).ravel())
        silent.append((judged == 0.0).ravel())
        probes.update(np.flatnonzero(clear).tolist())
    agreed, zero = np.concatenate(agree), np.concatenate(silent)
    if not agreed.size:
        return float("nan"), float("nan"), 0
    return float(agreed.mean()), float(zero.mean()), len(probes)


def resampled(columns: Floats, tasks: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    """Draw the tasks again with replacement, their probes with them.

    Args:
        columns: one row a probe, shape [P, n].
        tasks: number of each probe's task, shape [P].
        rng: of the draws.

    Returns:
        Means over the probes of each draw, shape [1000, n].
    """
    _, dense = np.unique(tasks, return_inverse=True)
    sums = np.zeros((int(dense.max()) + 1, columns.shape[1]))
    np.add.at(sums, dense, columns)
    counts = np.bincount(dense).astype(np.float64)
    draws = rng.multinomial(len(sums), np.full(len(sums), 1.0 / len(sums)), size=1000)
    means: Floats = (draws @ sums) / (draws @ counts)[:, None]
    return means

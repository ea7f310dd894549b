"""How many seeds a difference needs to be seen: the power of the paired t test.

With S seeds, a true mean difference x and its standard deviation σ over seeds, the statistic
√S d̄ / s is noncentral t with S − 1 degrees of freedom and δ = √S x/σ; the test of level α sees it
with probability P(|T| > t_{1−α/2}).

Source: Cohen, Statistical Power Analysis for the Behavioral Sciences (2nd edition, 1988), sections
2.2 and 2.4; Colas, Sigaud and Oudeyer, How Many Random Seeds? (arXiv 1806.08295).
"""

from collections.abc import Callable
from math import sqrt

from leaderboards.statistics.matrix import ScoresError
from leaderboards.statistics.student import quantile, upper_tail

MOST_SEEDS = 100_000


def power(difference: float, deviation: float, seeds: int, alpha: float = 0.05) -> float:
    """Give the probability that a true difference is seen.

    Args:
        difference: x, the true mean difference; its sign doesn't matter.
        deviation: σ of the differences over seeds.
        seeds: S, at least 2.
        alpha: two-sided level of the test.

    Raises:
        ScoresError: for an argument out of its range.

    Example:
        >>> round(power(0.05, 0.05, seeds=10), 3)
        0.803
    """
    _check(difference, deviation, alpha)
    if seeds < 2:
        raise ScoresError(f"a paired test needs at least 2 seeds; it has {seeds}.")
    if deviation == 0.0:
        return 1.0 if difference else alpha
    shift = sqrt(seeds) * abs(difference) / deviation
    edge = quantile(1.0 - alpha / 2.0, seeds - 1)
    return upper_tail(edge, seeds - 1, shift) + upper_tail(edge, seeds - 1, -shift)


def seeds_needed(
    difference: float, deviation: float, wanted: float = 0.8, alpha: float = 0.05
) -> int | None:
    """Give the least number of seeds with which a true difference is seen often enough.

    Args:
        difference: x.
        deviation: σ of the differences over seeds.
        wanted: the power.
        alpha: two-sided level of the test.

    Returns:
        S, at least 2; None where `MOST_SEEDS` are not enough.

    Raises:
        ScoresError: for an argument out of its range, or a difference of 0.

    Example:
        >>> seeds_needed(0.05, 0.05)
        10
    """
    if difference == 0.0:
        raise ScoresError("no number of seeds shows a difference of 0. Ask for a larger one.")
    if not 0.0 < wanted < 1.0:
        raise ScoresError(f"the power must be between 0 and 1; it is {wanted}.")
    _check(difference, deviation, alpha)
    return _least(lambda seeds: power(difference, deviation, seeds, alpha) >= wanted)


def visible_difference(
    deviation: float, seeds: int, wanted: float = 0.8, alpha: float = 0.05
) -> float:
    """Give the least true difference that so many seeds see often enough.

    Args:
        deviation: σ of the differences over seeds.
        seeds: S, at least 2.
        wanted: the power.
        alpha: two-sided level of the test.

    Raises:
        ScoresError: for an argument out of its range.
    """
    if not 0.0 < wanted < 1.0:
        raise ScoresError(f"the power must be between 0 and 1; it is {wanted}.")
    _check(1.0, deviation, alpha)
    if deviation == 0.0:
        return 0.0
    low, high = 0.0, deviation
    while power(high, deviation, seeds, alpha) < wanted:
        low, high = high, 2.0 * high
    for _ in range(60):
        middle = (low + high) / 2.0
        is_enough = power(middle, deviation, seeds, alpha) >= wanted
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def _least(is_enough: Callable[[int], bool]) -> int | None:
    low, high = 1, 2
    while not is_enough(high):
        low, high = high, 2 * high
        if low >= MOST_SEEDS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _check(difference: float, deviation: float, alpha: float) -> None:
    if difference != difference or deviation < 0.0 or not deviation < float("inf"):
        raise ScoresError(
            f"a difference must be a number and a deviation at least 0; they are {difference} and "
            f"{deviation}."
        )
    if not 0.0 < alpha < 1.0:
        raise ScoresError(f"alpha must be between 0 and 1; it is {alpha}.")

"""Fit how much things and goals are drawn to a type of receptacle, given that it is there.

What lies where depends on what stands in the room: few rooms have a shelf, but where there is one,
much lies on it. The model is Luce's choice rule: of the alternatives that are there, one is taken
in proportion to its weight. The weights are found by Hunter's minorise-maximise iteration (Annals
of Statistics 32, 2004), which makes the expected counts equal to those that were observed.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

Choice = tuple[str, tuple[str, ...]]
"""What was chosen, and the alternatives that were there (itself among them)."""

_ROUNDS = 200


def fit_weights(choices: Iterable[Choice]) -> dict[str, int]:
    """Return the weights of the alternatives, whole numbers of which the largest is 100,000."""
    cases = Counter(choices)
    chosen: Counter[str] = Counter()
    for (taken, _), count in cases.items():
        chosen[taken] += count
    menus: Counter[tuple[str, ...]] = Counter()
    for (_, menu), count in cases.items():
        menus[tuple(sorted(name for name in menu if name in chosen))] += count
    weights = dict.fromkeys(sorted(chosen), 1.0)
    for _ in range(_ROUNDS):
        weights = _improve(weights, chosen, menus)
    most = max(weights.values())
    return {name: max(1, round(100_000 * weight / most)) for name, weight in weights.items()}


def fit_odds(chances: Sequence[float], seen: int) -> float:
    """Return the factor on the odds of all chances that makes their sum what was seen.

    Example:
        >>> round(fit_odds([0.5] * 10, 2), 2)  # odds 1 become 0.2 / 0.8
        0.25
    """
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = math.exp((low + high) / 2)
        expected = sum(middle * p / (middle * p + 1 - p) for p in chances)
        low, high = (low, math.log(middle)) if expected > seen else (math.log(middle), high)
    return math.exp(low)


def _improve(
    weights: dict[str, float], chosen: Counter[str], menus: Counter[tuple[str, ...]]
) -> dict[str, float]:
    shares: dict[str, float] = dict.fromkeys(weights, 0.0)
    for menu, count in menus.items():
        share = count / sum(weights[name] for name in menu)
        for name in menu:
            shares[name] += share
    raised = {name: chosen[name] / shares[name] for name in weights}
    most = max(raised.values())
    return {name: weight / most for name, weight in raised.items()}

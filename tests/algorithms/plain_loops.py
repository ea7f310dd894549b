"""The estimators once more, in exact fractions and plain loops, to compare the fast ones with.

Nothing here is shared with the package: no ids, no arrays, no tolerance for rounding.
"""

from collections import defaultdict
from fractions import Fraction
from math import sqrt


def trajectories(columns):
    """Map (group, trajectory) to its rows in the order of their steps."""
    rows_of = defaultdict(list)
    for row, key in enumerate(zip(columns["group"], columns["trajectory"], strict=True)):
        rows_of[key].append(row)
    return {
        key: sorted(rows, key=lambda row: columns["step"][row]) for key, rows in rows_of.items()
    }


def returns_to_go(columns, discount):
    returns = [Fraction(0)] * len(columns["step"])
    for rows in trajectories(columns).values():
        running = Fraction(0)
        for row in reversed(rows):
            running = Fraction(columns["reward"][row]) + Fraction(discount) * running
            returns[row] = running
    return returns


def relative(values, how, ddof, epsilon=1e-6):
    mean = sum(values) / len(values)
    if how == "mean" or len(values) <= ddof:
        return [float(value - mean) for value in values]
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - ddof)
    return [float(value - mean) / (sqrt(variance) + epsilon) for value in values]


def in_clusters(values, keys, how, ddof):
    """Compare each row's value with those of the rows of equal key; None stands for no key."""
    rows_of = defaultdict(list)
    for row, key in enumerate(keys):
        if key is not None:
            rows_of[key].append(row)
    advantages = [0.0] * len(values)
    for rows in rows_of.values():
        if len(rows) > 1:
            for row, a in zip(rows, relative([values[r] for r in rows], how, ddof), strict=True):
                advantages[row] = a
    return advantages


def episode(columns, how, statistics, ddof=1):
    rows_of = trajectories(columns)
    total = {
        key: sum(Fraction(columns["reward"][r]) for r in rows) for key, rows in rows_of.items()
    }
    copies = len if statistics == "steps" else lambda rows: 1
    advantages = [0.0] * len(columns["step"])
    for group in {key[0] for key in rows_of}:
        keys = [
            key for key, rows in rows_of.items() if key[0] == group for _ in range(copies(rows))
        ]
        if len(keys) == 1:
            continue
        for key, a in zip(keys, relative([total[k] for k in keys], how, ddof), strict=True):
            for row in rows_of[key]:
                advantages[row] = a
    return advantages


def contexts(columns, k):
    """Give each row its group and last k + 1 anchors, None where it has fewer."""
    keys = [None] * len(columns["step"])
    for (group, _), rows in trajectories(columns).items():
        for t in range(k, len(rows)):
            anchors = tuple(columns["anchor"][row] for row in rows[t - k : t + 1])
            keys[rows[t]] = (group, anchors)
    return keys


def gigpo(columns, omega, how, statistics, discount, ddof=1):
    steps = in_clusters(returns_to_go(columns, discount), contexts(columns, 0), how, ddof)
    episodes = episode(columns, how, statistics, ddof)
    return [e + omega * s for e, s in zip(episodes, steps, strict=True)]


def hgpo(
    columns,
    history,
    alpha,
    base_group,
    how,
    level_weight,
    discount,
    ddof=0,
    statistics="steps",
    episode_ddof=1,
):
    returns = returns_to_go(columns, discount)
    first = 1 if level_weight == "recipe" else 0
    levels = [
        ((first + k + 1) ** alpha, in_clusters(returns, contexts(columns, k), how, ddof))
        for k in range(history + 1)
    ]
    if base_group:
        levels.insert(0, (1.0, episode(columns, how, statistics, episode_ddof)))
    advantages = []
    for row in range(len(returns)):
        items = [(weight, level[row]) for weight, level in levels if level[row] != 0.0]
        total = sum(weight for weight, _ in items) + (1e-6 if level_weight == "recipe" else 0.0)
        advantages.append(sum(w * a for w, a in items) / total if items else 0.0)
    return advantages


def gae(columns, value, discount, decay, bootstrap):
    """Bootstrap maps (group, trajectory) to the value after its last step, if it was cut."""
    advantages = [0.0] * len(value)
    for key, rows in trajectories(columns).items():
        after, running = bootstrap.get(key, 0.0), 0.0
        for row in reversed(rows):
            delta = columns["reward"][row] + discount * after - value[row]
            running = delta + discount * decay * running
            after = value[row]
            advantages[row] = running
    return advantages

"""The follow-ups' estimators once more, in exact fractions, plain loops and listed sets."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, sqrt

from plain_loops import episode, in_clusters, relative, returns_to_go, trajectories


def episodes(columns):
    """Map group to its trajectories, each with its return and rows."""
    groups = defaultdict(list)
    for (group, _), rows in trajectories(columns).items():
        groups[group].append((sum(Fraction(columns["reward"][row]) for row in rows), rows))
    return groups


def spread(columns, of_group):
    """Give each trajectory's number, as a function of its group's returns says, to its rows."""
    advantages = [0.0] * len(columns["step"])
    for members in episodes(columns).values():
        numbers = of_group([total for total, _ in members], [rows for _, rows in members])
        for number, (_, rows) in zip(numbers, members, strict=True):
            for row in rows:
                advantages[row] = float(number)
    return advantages


def pass_at_k(columns, k, threshold=0.0, epsilon=1e-6):
    """Average the reward of every set of k that a trajectory is in, and compare with all sets'."""

    def of_group(totals, _):
        passed = [total > threshold for total in totals]
        size = min(k, len(totals))
        sets = list(combinations(range(len(totals)), size))
        reward = {members: Fraction(any(passed[m] for m in members)) for members in sets}
        mean = sum(reward.values()) / len(sets)
        deviation = sqrt(mean * (1 - mean))
        if deviation == 0.0:
            return [0.0] * len(totals)
        own = [[reward[s] for s in sets if m in s] for m in range(len(totals))]
        return [float(sum(one) / len(one) - mean) / (deviation + epsilon) for one in own]

    return spread(columns, of_group)


def pkpo(columns, k):
    """Add up over all sets how much a trajectory raises the best (Eq. 33), times n."""

    def of_group(totals, _):
        n, size = len(totals), min(k, len(totals))
        if n == 1:
            return [0]
        gains = []
        for i in range(n):
            rest = [m for m in range(n) if m != i]
            without = [max(totals[m] for m in others) for others in combinations(rest, size - 1)]
            gains.append(sum(max(totals[i], best) - best for best in without))
        return [Fraction(n) * gain / comb(n, size) for gain in gains]

    return spread(columns, of_group)


def opo(columns, length=None):
    def of_group(totals, rows_of):
        tokens = [sum(1 if length is None else length[row] for row in rows) for rows in rows_of]
        if sum(tokens) == 0:
            return [0] * len(totals)
        weighted = sum(n * total for n, total in zip(tokens, totals, strict=True))
        mean = weighted / Fraction(sum(tokens))
        return [total - mean for total in totals]

    return spread(columns, of_group)


def lite_ppo(columns, ddof, epsilon=1e-6):
    every = [total for members in episodes(columns).values() for total, _ in members]
    if len(every) <= ddof:
        return [0.0] * len(columns["step"])
    mean = sum(every) / len(every)
    deviation = sqrt(sum((total - mean) ** 2 for total in every) / (len(every) - ddof))

    def of_group(totals, _):
        centre = sum(totals) / len(totals)
        return [float(total - centre) / (deviation + epsilon) for total in totals]

    return spread(columns, of_group)


def grpo_process(columns, how, discount, ddof=1):
    rows_of_group = defaultdict(list)
    for row, group in enumerate(columns["group"]):
        rows_of_group[group].append(row)
    scaled = [0.0] * len(columns["step"])
    for rows in rows_of_group.values():
        rewards = [Fraction(columns["reward"][row]) for row in rows]
        if len(set(rewards)) > 1:
            for row, number in zip(rows, relative(rewards, how, ddof), strict=True):
                scaled[row] = number
    advantages = [0.0] * len(scaled)
    for rows in trajectories(columns).values():
        running = 0.0
        for row in reversed(rows):
            running = advantages[row] = scaled[row] + discount * running
    return advantages


def gpg(columns, how, undiluted, epsilon=1e-6):
    groups = episodes(columns)
    every = sum(len(members) for members in groups.values())
    idle = sum(
        len(members) for members in groups.values() if len({total for total, _ in members}) == 1
    )
    factor = every / (every - idle) if undiluted and idle < every else 1

    def of_group(totals, _):
        if len(set(totals)) == 1:
            return [0] * len(totals)
        return [factor * number for number in relative(totals, how, 1, epsilon)]

    return spread(columns, of_group)


def transitions(columns):
    """Give each row the state it starts from and the one it leads to; None past the last step."""
    states = [(g, a) for g, a in zip(columns["group"], columns["anchor"], strict=True)]
    after = [None] * len(states)
    for rows in trajectories(columns).values():
        for row, following in pairwise(rows):
            after[row] = states[following]
    return states, after


def distances(columns, threshold=0.0):
    """Search breadth first, backwards from success; give the distance of the state after each."""
    states, after = transitions(columns)
    succeeded = {
        rows[-1]: sum(Fraction(columns["reward"][row]) for row in rows) > threshold
        for rows in trajectories(columns).values()
    }
    entering = defaultdict(set)
    for row, state in enumerate(states):
        if row in succeeded:
            target = ("success", state[0]) if succeeded[row] else ("dead end", row)
        else:
            target = after[row]
        entering[target].add(state)
    found = {}
    for group in set(columns["group"]):
        found[("success", group)], front, steps = 0, {("success", group)}, 0
        while front:
            steps += 1
            front = {state for target in front for state in entering[target]} - set(found)
            found |= dict.fromkeys(front, steps)
    farthest = {
        group: max(found.get(state, 0) for state in states if state[0] == group)
        for group in set(columns["group"])
    }
    given = []
    for row, state in enumerate(states):
        target = after[row] or (("success", state[0]) if succeeded.get(row) else None)
        given.append(found.get(target, farthest[state[0]] + 1))
    return given


def graph_gpo(columns, how, exponent_shift):
    reward = [10 * Fraction(1, 10) ** (d + exponent_shift) for d in distances(columns)]
    states, _ = transitions(columns)
    graph = in_clusters(reward, states, how, 1)
    return [a + b for a, b in zip(graph, episode(columns, how, "steps"), strict=True)]


def g2po(columns, how, omega, discount):
    states, after = transitions(columns)
    visits = defaultdict(list)
    for state, total in zip(states, returns_to_go(columns, discount), strict=True):
        visits[state].append(Fraction(discount) * total)
    value = {state: sum(totals) / len(totals) for state, totals in visits.items()}
    outcome = [
        Fraction(earned) + (value[target] if target else 0)
        for earned, target in zip(columns["reward"], after, strict=True)
    ]
    gain = [q - value[state] for q, state in zip(outcome, states, strict=True)]
    parts = zip(
        episode(columns, how, "steps"),
        in_clusters(outcome, states, how, 1),
        in_clusters(gain, columns["group"], how, 1),
        strict=True,
    )
    return [whole + omega * (local + task) for whole, local, task in parts]

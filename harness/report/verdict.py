"""What a comparison shows, in sentences that say no more than the intervals do."""

from harness.report.comparison import Comparison
from harness.report.formats import (
    amount,
    amount_range,
    listed,
    percent,
    percent_range,
    points,
    points_range,
)
from harness.report.summary import Difference, Row, Summary
from leaderboards.statistics import Estimate


def headline(summary: Summary) -> str:
    """Say who is best, or who shares the lead."""
    best = max(summary.algorithms, key=lambda row: row.success.value)
    if len(summary.algorithms) == 1:
        return f"{best.name} wins {_score(best)}."
    tied = leaders(summary)
    if len(tied) == 1:
        return f"{best.name} is ahead of every other algorithm: it wins {_score(best)}."
    if len(tied) == len(summary.algorithms):
        return (
            f"No algorithm is shown to be best: {listed(tied)} are not told apart. "
            f"The highest mean is {best.name}'s, {_score(best)}."
        )
    return (
        f"{listed(tied)} share the lead: the differences between them are within the noise. "
        f"The highest mean is {best.name}'s, {_score(best)}."
    )


def leaders(summary: Summary) -> list[str]:
    """Name the algorithm with the highest mean, and those not told apart from it."""
    ranked = sorted(summary.algorithms, key=lambda row: -row.success.value)
    best = ranked[0].name
    beaten = {pair.second for pair in summary.differences if pair.first == best and pair.separated}
    return [row.name for row in ranked if row.name not in beaten]


def pair_sentence(pair: Difference) -> str:
    """Say by how much one algorithm is better than another, or that this is not shown."""
    found = pair.difference
    size = _size(found)
    if pair.separated:
        return f"{pair.first} is better than {pair.second} by {size}."
    return f"{pair.first} and {pair.second} tie: the difference of {size} may be chance."


def gain_sentence(row: Row) -> str:
    """Say whether an algorithm improved on the policy it started from."""
    if row.gain is None:
        raise ValueError(f"{row.name} has no gain; only a row of an algorithm has one.")
    size = _size(row.gain)
    if row.gain.low > 0:
        return f"{row.name} improves on its starting policy by {size}."
    if row.gain.high < 0:
        return f"{row.name} is worse than its starting policy, by {size}."
    change = f"{points(row.gain.value)} points ({points_range(row.gain)})"
    return f"{row.name} is not shown to improve on its starting policy: {change}."


def reference_sentence(summary: Summary, reference: Row) -> str:
    """Say which algorithms stand clear of a fixed policy: whose intervals don't overlap its own."""
    above = [r.name for r in summary.algorithms if r.success.low > reference.success.high]
    below = [r.name for r in summary.algorithms if r.success.high < reference.success.low]
    rest = [r.name for r in summary.algorithms if r.name not in {*above, *below}]
    return f"The {reference.name} policy wins {_score(reference)}: {_placed(above, below, rest)}."


def return_sentence(summary: Summary, reference: Row) -> str:
    """Say which algorithms earn more than a fixed policy, by intervals that don't overlap.

    Raises:
        ValueError: the rows have no mean returns.
    """
    if reference.mean_return is None:
        raise ValueError(f"{reference.name} has no mean return.")
    rows = [(row.name, row.mean_return) for row in summary.algorithms if row.mean_return]
    above = [name for name, found in rows if found.low > reference.mean_return.high]
    below = [name for name, found in rows if found.high < reference.mean_return.low]
    rest = [name for name, _ in rows if name not in {*above, *below}]
    earned = f"{amount(reference.mean_return.value)} ({amount_range(reference.mean_return)})"
    return f"The {reference.name} policy earns {earned}: {_placed(above, below, rest)}."


def missing_sentence(comparison: Comparison) -> str:
    """Say what a comparison that is not finished tells, and which cells it lacks."""
    seeds = listed([str(seed) for seed in comparison.seeds])
    return f"only complete seeds are told ({seeds}); not finished: {listed(comparison.missing)}."


def caveats(comparison: Comparison) -> list[str]:
    """Say what the intervals are over, and what they are not."""
    seeds, tasks = len(comparison.seeds), comparison.eval.n
    notes = [
        f"Intervals of success and gain are over {_count(seeds, 'training seed')} and "
        f"{_count(tasks, 'task')} at once; those of the IQM and of the probability of "
        "improvement are over training seeds, within each task type."
    ]
    if seeds < 5:
        notes.append(
            f"With {_count(seeds, 'training seed')} the spread between seeds is itself hardly "
            "known, and intervals tend to be too short. More seeds make them trustworthy."
        )
    return notes


def _placed(above: list[str], below: list[str], rest: list[str]) -> str:
    return listed(
        [
            f"{listed(names)} {_verb(names)} {words}"
            for names, words in (
                (above, "above it"),
                (below, "below it"),
                (rest, "not told apart from it"),
            )
            if names
        ]
    )


def _score(row: Row) -> str:
    return (
        f"{percent(row.success.value)} % of the tasks (95 % interval {percent_range(row.success)})"
    )


def _size(found: Estimate) -> str:
    return f"{percent(abs(found.value))} points ({points_range(found)})"


def _verb(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

"""The five questions that a comparison is made for, answered in a sentence or two each."""

from harness.report.certainty import ALPHA, POWER, PairTest
from harness.report.comparison import Comparison
from harness.report.formats import listed, percent, points, points_range, short, unit_name
from harness.report.summary import Difference, Summary
from harness.report.verdict import headline, leaders

NEGLIGIBLE = 0.005
"""Shares of a budget below this are not told."""
MOST_TOLD = 4
"""Algorithms that are told of one by one; of more, only those that lead."""


def five_answers(
    comparison: Comparison, summary: Summary, pairs: tuple[PairTest, ...]
) -> list[tuple[str, str]]:
    """Answer who is better, by how much, how sure, at what budget, and where the budget went.

    Returns:
        Pairs of question and answer, in this order.
    """
    answers = [("Who is better?", headline(summary))]
    if summary.differences:
        answers += [
            ("By how much?", _by_how_much(summary)),
            ("How sure?", _how_sure(comparison, summary, pairs)),
        ]
    return [
        *answers,
        ("At what budget?", _at_what_budget(comparison, summary)),
        ("Where did the budget go?", _where_it_went(comparison, summary)),
    ]


def _by_how_much(summary: Summary) -> str:
    best = leaders(summary)[0]
    told = [pair for pair in summary.differences if pair.first == best][: MOST_TOLD - 1]
    sizes = [
        f"{points(pair.difference.value)} points over {pair.second} "
        f"({points_range(pair.difference)})"
        for pair in told
    ]
    return f"{best}: {listed(sizes)}."


def _how_sure(comparison: Comparison, summary: Summary, pairs: tuple[PairTest, ...]) -> str:
    seeds = len(comparison.seeds)
    if not pairs:
        return (
            "One training seed says nothing of the spread between trainings: no difference is "
            "tested. Add seeds with the same command."
        )
    told = [pair for pair in pairs if pair.first == leaders(summary)[0]][: MOST_TOLD - 1]
    tests = listed(
        [f"{_p(pair.corrected)} against {pair.second}" for pair in told],
    )
    return (
        f"Over {seeds} common seeds, by the sign-flip test with Holm's correction: {tests}. "
        f"{_what_would_show(summary, told, seeds)}"
    )


def _what_would_show(summary: Summary, told: list[PairTest], seeds: int) -> str:
    """Say what these seeds can see, and how many would see the smallest open difference."""
    widest = max(told, key=lambda pair: pair.deviation.value)
    seen = widest.visible(seeds)
    parts = [
        f"{seeds} seeds show a true difference of {percent(seen)} points or more with a "
        f"probability of {POWER:g} (level {ALPHA:g}, one pair)"
    ]
    tied = [pair for pair in told if not _is_separated(summary.differences, pair)]
    if tied:
        needed = tied[0].needed(tied[0].difference)
        much = "no number of seeds" if needed is None else f"about {needed:,} seeds"
        parts.append(
            f"{much} would show one of {percent(tied[0].difference)} against {tied[0].second}"
        )
    return "; ".join(parts) + "."


def _is_separated(differences: tuple[Difference, ...], pair: PairTest) -> bool:
    return any(each.separated for each in differences if {each.first, each.second} == _names(pair))


def _names(pair: PairTest) -> set[str]:
    return {pair.first, pair.second}


def _at_what_budget(comparison: Comparison, summary: Summary) -> str:
    caps = listed([f"{short(cap)} {unit_name(unit)}" for unit, cap in comparison.caps.items()])
    names = leaders(summary) if len(comparison.algorithms) > MOST_TOLD else comparison.algorithms
    used = "; ".join(
        f"{name} used "
        + listed(
            [
                f"{percent(summary.use[name].spent.get(unit, 0) / cap)} % of the {unit_name(unit)}"
                for unit, cap in comparison.caps.items()
            ]
        )
        for name in names
    )
    return f"At most {caps} a training. On average {used}."


def _where_it_went(comparison: Comparison, summary: Summary) -> str:
    names = leaders(summary) if len(comparison.algorithms) > MOST_TOLD else comparison.algorithms
    unit = _told_unit(comparison, summary)
    parts = []
    for name in names:
        amounts = {
            purpose: each.get(unit, 0)
            for purpose, each in summary.use[name].by_purpose.items()
            if purpose not in comparison.apart
        }
        whole = sum(amounts.values()) or 1
        shares = sorted(amounts.items(), key=lambda pair: -pair[1])
        told = [
            f"{unit_name(purpose)} {percent(amount / whole)} %"
            for purpose, amount in shares
            if amount / whole >= NEGLIGIBLE
        ]
        parts.append(f"{name}: {', '.join(told) or 'nothing'}")
    return f"Of the {unit_name(unit)}, {'; '.join(parts)}."


def _told_unit(comparison: Comparison, summary: Summary) -> str:
    """Choose the capped unit that most purposes share in; the first of equals."""

    def purposes(unit: str) -> int:
        return sum(
            each.get(unit, 0) > 0
            for use in summary.use.values()
            for purpose, each in use.by_purpose.items()
            if purpose not in comparison.apart
        )

    return max(comparison.caps, key=purposes)


def _p(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"

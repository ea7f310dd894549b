"""Tests of pairs, what more seeds would show, and the five answers."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from harness.report.certainty import certainty, pair_tests
from harness.report.questions import five_answers
from harness.report.summary import summarise
from leaderboards.statistics import holm


def by_seed(comparison, name):
    found = {cell.seed: np.mean(cell.success) for cell in comparison.cells_of(name)}
    return np.array([found[seed] for seed in comparison.seeds])


def test_every_pair_is_tested_over_the_common_seeds(make_comparison):
    comparison = make_comparison(n=60, seeds=tuple(range(7)))
    pairs = pair_tests(comparison)
    assert len(pairs) == 6
    for pair in pairs:
        differences = by_seed(comparison, pair.first) - by_seed(comparison, pair.second)
        assert pair.difference == pytest.approx(differences.mean())
        assert pair.difference >= 0
        exact = stats.permutation_test(
            (differences,), np.mean, permutation_type="samples", n_resamples=np.inf
        )
        assert pair.p_value == pytest.approx(exact.pvalue)
        assert pair.deviation.value == pytest.approx(differences.std(ddof=1))
    assert [pair.corrected for pair in pairs] == pytest.approx(
        holm([pair.p_value for pair in pairs]).tolist()
    )


def test_the_order_of_cells_and_seeds_changes_no_pair(make_comparison):
    comparison = make_comparison(n=24, seeds=(0, 1, 2, 3))
    turned = replace(comparison, cells=comparison.cells[::-1], starts=comparison.starts[::-1])
    assert pair_tests(turned) == pair_tests(comparison)


def test_one_seed_tests_nothing_and_says_so(make_comparison):
    comparison = make_comparison(n=12, seeds=(3,))
    assert pair_tests(comparison) == ()
    answers = dict(five_answers(comparison, summarise(comparison), ()))
    assert answers["How sure?"].startswith("One training seed says nothing of the spread")


def test_gaps_and_profiles_are_of_the_rates_by_task_type(make_comparison):
    comparison = make_comparison(n=24, seeds=(0, 1, 2))
    found = certainty(comparison)
    for name in comparison.algorithms:
        # every type has as many tasks, and no rate is above the target of 1
        mean = by_seed(comparison, name).mean()
        assert found.gaps[name].value == pytest.approx(1.0 - mean)
        assert found.profiles[name].share[-1] == 0.0  # nothing is above 100 %


def test_the_five_answers_tell_all_that_the_intervals_do(make_comparison):
    comparison = make_comparison(n=120, seeds=tuple(range(8)), skill={"good": 0.9, "bad": 0.3})
    pairs = pair_tests(comparison)
    answers = dict(five_answers(comparison, summarise(comparison), pairs))
    assert list(answers) == [
        "Who is better?",
        "By how much?",
        "How sure?",
        "At what budget?",
        "Where did the budget go?",
    ]
    assert answers["Who is better?"].startswith("good is ahead of every other algorithm")
    assert answers["By how much?"].startswith("good: +")
    assert "p = 0.008 against bad" in answers["How sure?"]  # 2 of 256 flips
    assert "would show" not in answers["How sure?"]
    assert answers["At what budget?"].startswith("At most 200k env steps and 2T FLOPs a training.")
    # 0.9e12 of 1.55e12 are updates, 0.4 rollouts, 0.15 the reference, 0.1 the warm start
    assert (
        "good: update 58.1 %, rollout 25.8 %, reference 9.7 %, warm start 6.5 %"
        in (answers["Where did the budget go?"])
    )


def test_a_tie_says_how_many_seeds_would_show_it(make_comparison):
    comparison = make_comparison(n=60, seeds=(0, 1, 2), skill={"a": 0.5, "b": 0.49})
    answers = dict(five_answers(comparison, summarise(comparison), pair_tests(comparison)))
    assert " seeds would show one of " in answers["How sure?"]


def test_many_algorithms_are_told_of_by_their_leaders(make_comparison):
    skill = {f"a{number}": 0.2 + 0.03 * number for number in range(24)}
    comparison = make_comparison(n=60, seeds=(0, 1, 2, 3, 4), skill=skill)
    answers = dict(five_answers(comparison, summarise(comparison), pair_tests(comparison)))
    assert "a0" not in answers["Where did the budget go?"].replace("a0 ", "a0").split()
    assert len(pair_tests(comparison)) == 276

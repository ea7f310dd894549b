"""Success as a curve over an amount spent: heights, areas, times to targets."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.report import render_html, to_json
from harness.report.budget_curves import area, first_reaching, heights, reached
from harness.report.budget_units import evaluation_curves, targets_of, training_curves
from harness.report.comparison import CurvePoint
from leaderboards.statistics import ScoresError

CURVES = st.lists(st.tuples(st.integers(0, 1000), st.floats(0, 1)), min_size=1, max_size=12).map(
    lambda points: (sorted(x for x, _ in points), [y for _, y in points])
)
STRICT = settings(deadline=None, derandomize=True, max_examples=60)


def test_a_curve_by_hand():
    # level at 0.2 to 10, straight to 0.6 at 20, level after it
    assert heights([10, 20], [0.2, 0.6], [0, 10, 15, 20, 99]).tolist() == pytest.approx(
        [0.2, 0.2, 0.4, 0.6, 0.6]
    )
    # to 40: 10 · 0.2 + 10 · 0.4 + 20 · 0.6 = 18
    assert area([10, 20], [0.2, 0.6], 40) == pytest.approx(18 / 40)
    # to 15: 10 · 0.2 + 5 · 0.3 = 3.5
    assert area([10, 20], [0.2, 0.6], 15) == pytest.approx(3.5 / 15)
    assert first_reaching([10, 20, 30], [0.2, 0.6, 0.4], 0.6) == 20
    assert first_reaching([10, 20], [0.2, 0.6], 0.61) is None


@STRICT
@given(CURVES, st.floats(0, 1))
def test_the_area_of_a_level_curve_is_its_height_and_areas_lie_within_the_heights(curve, level):
    xs, ys = curve
    assert area(xs, [level] * len(xs), 700) == pytest.approx(level)
    assert min(ys) - 1e-9 <= area(xs, ys, 700) <= max(ys) + 1e-9


@STRICT
@given(CURVES)
def test_an_area_is_the_mean_of_a_fine_grid(curve):
    xs, ys = curve
    if len(set(xs)) < len(xs):
        return  # two heights at one amount: a step, which a grid sees as a slope
    grid = np.linspace(0, 500, 200_001)
    assert area(xs, ys, 500) == pytest.approx(heights(xs, ys, grid).mean(), abs=1e-3)


def test_seeds_that_never_reach_a_target_are_counted_as_later_than_all_that_did():
    assert reached([None, 5.0, 3.0], 0.5).median == 5.0
    assert reached([4.0, 2.0], 0.5).median == 3.0
    never = reached([None, None, 1.0], 0.5)
    assert (never.median, never.reached, never.seeds) == (None, 1, 3)
    assert reached([None, 3.0, 5.0], 0.5) == reached([5.0, None, 3.0], 0.5)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: heights([], [], [1]), "at least 1"),
        (lambda: heights([1, 2], [0.5], [1]), "two lists of one length"),
        (lambda: area([2, 1], [0.1, 0.2], 5), "amounts spent never fall"),
        (lambda: area([1], [0.1], 0), "limit above 0"),
        (lambda: reached([], 0.5), "at least one seed"),
    ],
)
def test_what_is_no_curve_is_refused(call, words):
    with pytest.raises(ScoresError, match=words):
        call()


def test_each_algorithm_has_a_curve_against_each_unit(make_comparison):
    comparison = make_comparison(n=24)
    found = evaluation_curves(comparison)
    assert [curves.unit for curves in found] == ["env_steps", "flops", "gradient_steps"]
    assert [curves.capped for curves in found] == [True, True, False]
    assert found[0].limit == comparison.caps["env_steps"]
    for curves in found:
        assert tuple(curve.algorithm for curve in curves.curves) == comparison.algorithms
        for curve in curves.curves:
            assert len(curve.mean) == len(curves.grid)
            assert all(np.array(curve.low) <= np.array(curve.mean) + 1e-6)
            assert all(np.array(curve.mean) <= np.array(curve.high) + 1e-6)
            assert curve.area.low <= curve.area.value <= curve.area.high


def test_the_order_of_seeds_does_not_matter_and_a_fixed_curve_has_its_height(make_comparison):
    comparison = make_comparison(n=24, skill={"one": 0.5})
    flat = tuple(
        replace(
            cell,
            success=(0.5,) * 24,
            curve=(CurvePoint(env_steps=9e4, flops=9e11, gradient_steps=9, eval_success=0.5),),
        )
        for cell in comparison.cells
    )
    starts = tuple(replace(start, success=(0.5,) * 24) for start in comparison.starts)
    level = replace(comparison, cells=flat, starts=starts)
    for curves in evaluation_curves(level):
        (curve,) = curves.curves
        assert (curve.area.low, curve.area.value, curve.area.high) == (0.5, 0.5, 0.5)
    assert targets_of(level) == (0.5,)


def test_without_interim_evaluations_the_json_stays_as_it_was(make_comparison):
    comparison = make_comparison(n=12)
    assert "budget_curves" in json.loads(to_json(comparison))
    cells = tuple(
        replace(cell, curve=tuple(replace(point, eval_success=None) for point in cell.curve))
        for cell in comparison.cells
    )
    bare = replace(comparison, cells=cells)
    assert evaluation_curves(bare) == ()
    assert "budget_curves" not in json.loads(to_json(bare))
    assert len(training_curves(bare)) == 3
    assert "Success against every unit of the budget" in render_html(bare)


def test_amounts_that_fall_in_a_strangers_comparison_stand_still(make_comparison):
    comparison = make_comparison(n=12)
    cells = tuple(replace(cell, curve=cell.curve[::-1]) for cell in comparison.cells)
    assert "Success against every unit" in render_html(replace(comparison, cells=cells))

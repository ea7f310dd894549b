import json
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from harness.report import (
    Cell,
    Protocol,
    ReportInputError,
    Start,
    render_html,
    table,
    to_json,
)
from harness.report.formats import listed, percent, points, short, whole
from harness.report.learning import learning_curves, smoothed
from harness.report.summary import summarise
from harness.report.verdict import (
    gain_sentence,
    headline,
    leaders,
    pair_sentence,
    reference_sentence,
    return_sentence,
)


def cell(name, seed, success):
    return Cell(algorithm=name, seed=seed, spent={}, by_purpose={}, success=tuple(success))


def tiny(make_comparison, algorithms, **changes):
    """Two seeds, eight tasks of two kinds; the start wins the first two tasks."""
    first = make_comparison(n=8)
    return make_comparison(
        n=8,
        seeds=(0, 1),
        algorithms=tuple(algorithms),
        task_kinds=("a",) * 4 + ("b",) * 4,
        cells=tuple(
            cell(name, seed, success)
            for name, successes in algorithms.items()
            for seed, success in enumerate(successes)
        ),
        starts=tuple(
            Start(seed=seed, weights="w", success=(1, 1, 0, 0, 0, 0, 0, 0)) for seed in (0, 1)
        ),
        references=(),
        tasks=first.tasks,
        **changes,
    )


ALL, NONE = (1.0,) * 8, (0.0,) * 8
HALF = (1.0, 1.0, 0.0, 0.0) * 2


def test_the_numbers_are_those_of_the_scores(make_comparison):
    summary = summarise(tiny(make_comparison, {"x": (HALF, ALL), "y": (NONE, HALF)}))
    x, y = summary.algorithms
    # x wins 4 + 8 of 16, y 0 + 4; the start 2 + 2 of 16.
    assert (x.success.value, y.success.value, summary.start.success.value) == (0.75, 0.25, 0.25)
    assert (x.gain.value, y.gain.value) == (0.5, 0.0)
    assert summary.start.gain is None
    # Rates of x by seed and kind: 1/2, 1/2, 1, 1; the middle half is 1/2 and 1.
    assert x.iqm.value == 0.75
    assert {kind: found.value for kind, found in summary.start.kinds.items()} == {
        "a": 0.5,
        "b": 0.0,
    }
    # Pairs of seeds, in both kinds alike: 1/2 > 0, 1/2 = 1/2, 1 > 0, 1 > 1/2, so 3.5 of 4.
    assert summary.improvement["x"]["y"].value == 0.875
    assert summary.improvement["y"]["x"].value == 0.125
    (pair,) = summary.differences
    assert (pair.first, pair.second, pair.difference.value) == ("x", "y", 0.5)
    assert pair.difference.confidence == 0.95


def test_a_reference_of_single_games_has_wilsons_interval(comparison):
    summary = summarise(comparison)
    random = summary.references[0]
    # 7 of 204; scipy.stats.binomtest(7, 204).proportion_ci(method="wilson").
    assert random.success.value == pytest.approx(7 / 204, abs=1e-6)
    assert (random.success.low, random.success.high) == pytest.approx(
        (0.016719, 0.069123), abs=1e-6
    )


def test_a_clear_winner_is_named(make_comparison):
    summary = summarise(tiny(make_comparison, {"x": (ALL, ALL), "y": (NONE, NONE)}))
    assert headline(summary) == (
        "x is ahead of every other algorithm: it wins 100.0 % of the tasks "
        "(95 % interval 100.0 to 100.0)."
    )
    assert pair_sentence(summary.differences[0]) == (
        "x is better than y by 100.0 points (+100.0 to +100.0)."
    )


def test_a_difference_that_may_be_chance_is_called_a_tie(make_comparison):
    summary = summarise(tiny(make_comparison, {"y": (HALF, NONE), "x": (HALF, HALF)}))
    assert leaders(summary) == ["x", "y"]
    assert headline(summary).startswith(
        "No algorithm is shown to be best: x and y are not told apart. The highest mean is x's, "
    )
    (pair,) = summary.differences
    assert not pair.separated
    assert pair_sentence(pair).startswith("x and y tie: the difference of 25.0 points (0.0 to ")
    assert pair_sentence(pair).endswith(") may be chance.")


def test_some_may_share_the_lead(make_comparison):
    scores = {"x": (ALL, ALL), "y": (NONE, NONE), "z": (ALL, ALL)}
    summary = summarise(tiny(make_comparison, scores))
    assert headline(summary).startswith(
        "x and z share the lead: the differences between them are within the noise."
    )
    # Three pairs share 5 %, so each has 1 - 0.05/3.
    assert {pair.difference.confidence for pair in summary.differences} == {0.983333}


def test_one_algorithm_alone_is_not_called_best(make_comparison):
    summary = summarise(tiny(make_comparison, {"x": (ALL, ALL)}))
    assert headline(summary) == "x wins 100.0 % of the tasks (95 % interval 100.0 to 100.0)."


def test_gains_are_told_as_their_intervals_are(make_comparison):
    start = (1.0, 1.0) + (0.0,) * 6
    scores = {"up": (ALL, ALL), "same": (start, start), "down": (NONE, NONE)}
    up, same, down = summarise(tiny(make_comparison, scores)).algorithms
    assert gain_sentence(up).startswith("up improves on its starting policy by 75.0 points (+")
    assert gain_sentence(same) == (
        "same is not shown to improve on its starting policy: 0.0 points (0.0 to 0.0)."
    )
    # Of 8 tasks 2 were won at the start; some resamples hold none of them, so 0 is not left out.
    assert gain_sentence(down).startswith(
        "down is not shown to improve on its starting policy: −25.0"
    )


def test_a_gain_that_may_be_chance_is_not_called_an_improvement(comparison):
    ppo = summarise(comparison).algorithms[2]
    assert ppo.gain.low < 0 < ppo.gain.value
    assert gain_sentence(ppo).startswith(
        "ppo is not shown to improve on its starting policy: +5.6 points (−"
    )


def test_a_fixed_policy_is_compared_by_intervals_that_do_not_overlap(comparison):
    summary = summarise(comparison)
    assert reference_sentence(summary, summary.references[1]) == (
        "The expert policy wins 96.6 % of the tasks (95 % interval 93.1 to 98.3): "
        "grpo, gigpo, ppo and hgpo are below it."
    )
    assert reference_sentence(summary, summary.start).endswith(
        ": gigpo and hgpo are above it and grpo and ppo are not told apart from it."
    )


def test_budgets_are_averaged_over_seeds(comparison):
    use = summarise(comparison).use["ppo"]
    # 193,000 + seed and 3,000 of the warm start, seeds 0, 1 and 2.
    assert (use.spent["env_steps"], use.most["env_steps"]) == (196_001, 196_002)
    assert use.left["env_steps"] == 3_999
    assert use.by_purpose["critic"] == {"flops": 2e11, "gradient_steps": 120}
    assert use.spent["episodes"] == 4040


def test_the_json_is_the_same_bytes_each_time_and_holds_every_cell(comparison):
    text = to_json(comparison)
    assert text == to_json(comparison)
    body = json.loads(text)
    assert [(cell["algorithm"], cell["seed"]) for cell in body["cells"]] == [
        (name, seed) for name in comparison.algorithms for seed in comparison.seeds
    ]
    first, given = body["cells"][0], comparison.cells_of("grpo")[0]
    assert first["caps"] == {"env_steps": 200_000, "flops": 2e12}
    assert first["spent"]["env_steps"] + first["left"]["env_steps"] == 200_000
    assert first["success"] == pytest.approx(np.mean(given.success), abs=1e-15)
    assert tuple(first["scores"]) == given.success
    assert [row["role"] for row in body["rows"]] == ["algorithm"] * 4 + ["start"] + [
        "reference"
    ] * 2
    assert body["comparable"] is True


def test_single_seeds_and_repeated_tasks_are_reported(make_comparison):
    comparison = make_comparison(
        n=12, seeds=(7,), skill={"only": 0.5}, protocol=Protocol(temperature=0.0, repeats=3)
    )
    (row,) = summarise(comparison).algorithms
    assert row.success.low <= row.success.value <= row.success.high
    assert summarise(comparison).differences == ()


def test_the_table_says_the_scores_the_budget_and_the_verdict(comparison):
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(table(comparison))
    text = console.export_text()
    console.file.close()
    for word in ("55.1", "+20.4", "random", "expert", "start", "196k", "98.0 %", "0.83"):
        assert word in text
    assert "share the lead" in text


def test_smoothing_averages_each_value_with_the_neighbours_it_has():
    # width 3: (0 + 3) / 2, (0 + 3 + 6) / 3, (3 + 6 + 0) / 3, (6 + 0) / 2
    assert smoothed(np.array([0.0, 3.0, 6.0, 0.0]), 3).tolist() == [1.5, 3.0, 3.0, 3.0]


def test_curves_span_what_all_seeds_cover(comparison):
    curves = learning_curves(comparison, "flops", "eval_success")
    assert [curve.label for curve in curves] == list(comparison.algorithms)
    # The interim evaluations are after batches 5, 10, .. 30, of 5e10 FLOPs each (PPO: 8.5e10).
    assert (curves[0].xs[0], curves[0].xs[-1]) == (2.5e11, 1.5e12)
    assert curves[2].xs[-1] == pytest.approx(2.55e12)
    assert all(low <= mean <= high for low, mean, high in
               zip(curves[0].low, curves[0].mean, curves[0].high, strict=True))  # fmt: skip


def test_numbers_are_written_for_readers():
    assert [short(x) for x in (0, 7, 999.6, 1234, 198_400, 1e6, 2.5e12)] == [
        "0", "7", "1k", "1.23k", "198k", "1M", "2.5T",
    ]  # fmt: skip
    assert (whole(198_400), whole(3e12)) == ("198,400", "3T")
    assert (percent(0.51249), percent(-0.0001)) == ("51.2", "0.0")
    assert (points(0.05), points(-0.05), points(0.0001)) == ("+5.0", "−5.0", "0.0")
    assert (listed([]), listed(["a"]), listed(["a", "b", "c"])) == ("", "a", "a, b and c")


def with_returns(comparison, **earned):
    """Give every policy the returns 0.75 where it won and 0.25 where it didn't, or others."""

    def paid(name, success):
        return earned.get(name, tuple(0.25 + won / 2 for won in success))

    return replace(
        comparison,
        cells=tuple(replace(c, returns=paid(c.algorithm, c.success)) for c in comparison.cells),
        starts=tuple(replace(s, returns=paid("start", s.success)) for s in comparison.starts),
        references=tuple(
            replace(r, returns=paid(r.name, r.success)) for r in comparison.references
        ),
    )


def test_mean_returns_are_told_where_they_say_more_than_success(make_comparison):
    plain = tiny(make_comparison, {"x": (HALF, ALL), "y": (NONE, HALF)})
    told = with_returns(plain)
    summary = summarise(told)
    # x wins 12 of 16: 0.25 + 0.75 / 2; y 4 of 16, and the start as many.
    assert [row.mean_return.value for row in summary.rows] == [0.625, 0.375, 0.375]
    assert all(row.mean_return is None for row in summarise(plain).rows)
    row = json.loads(to_json(told))["rows"][0]
    assert row["mean_return"]["value"] == 0.625
    assert row["mean_return"]["low"] < 0.625 < row["mean_return"]["high"]
    cells = json.loads(to_json(told))["cells"]
    assert [cell["mean_return"] for cell in cells] == [0.5, 0.75, 0.25, 0.5]
    assert cells[0]["returns"] == [0.75, 0.75, 0.25, 0.25] * 2


def test_returns_that_are_the_success_change_no_byte(comparison):
    same = replace(
        comparison,
        cells=tuple(replace(cell, returns=cell.success) for cell in comparison.cells),
        starts=tuple(replace(start, returns=start.success) for start in comparison.starts),
        references=tuple(replace(ref, returns=ref.success) for ref in comparison.references),
    )
    assert to_json(same) == to_json(comparison)
    assert render_html(same) == render_html(comparison)


def test_returns_that_only_some_policies_kept_are_not_told(comparison):
    first, *rest = with_returns(comparison).cells
    assert not replace(comparison, cells=(first, *rest)).tells_returns


def test_a_fixed_policy_is_compared_by_mean_return_too(comparison):
    told = with_returns(comparison, random=(0.25,) * 204, expert=(0.6,) * 204)
    summary = summarise(told)
    random, expert = summary.references
    assert return_sentence(summary, random) == (
        "The random policy earns 0.250 (0.250 to 0.250): grpo, gigpo, ppo and hgpo are above it."
    )
    assert return_sentence(summary, expert).startswith(
        "The expert policy earns 0.600 (0.600 to 0.600): grpo, gigpo, ppo and hgpo are below it."
    )
    console = Console(width=100, record=True, quiet=False)
    with console.capture() as printed:
        console.print(table(told))
    assert "mean return" in printed.get()
    assert "0.600 to 0.600" in printed.get()
    html = render_html(told)
    assert '<th scope="col">mean return</th>' in html
    assert 'data-field="mean_return" data-value="0.6"' in html
    assert "Mean return</h3>" in html
    with pytest.raises(ValueError, match="random has no mean return"):
        return_sentence(summarise(comparison), summarise(comparison).references[0])


def test_returns_are_as_many_as_tasks(comparison):
    with pytest.raises(ReportInputError) as error:
        replace(
            comparison, cells=(replace(comparison.cells[0], returns=(1.0,)), *comparison.cells[1:])
        )
    assert str(error.value) == (
        "the evaluation panel has 204 tasks; the returns of grpo, seed 0 has 1 entries."
    )

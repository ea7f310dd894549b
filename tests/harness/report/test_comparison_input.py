import json

import pytest

from harness.report import Comparison, ReportInputError


def test_a_comparison_is_read_back_as_it_was_written(comparison):
    text = comparison.to_json()
    again = Comparison.from_json(text)
    assert again == comparison
    assert again.to_json() == text


def edited(comparison, edit):
    body = json.loads(comparison.to_json())
    edit(body)
    return json.dumps(body)


def setting(*path, to):
    def edit(body):
        for key in path[:-1]:
            body = body[key]
        body[path[-1]] = to

    return edit


CASES = [
    (
        setting("envs", to="x"),
        "comparison: unknown field 'envs'. Did you mean 'env'? Known: algorithms, apart, caps, "
        "cells, command, env, eval, facts, faults, missing, protocol, references, seeds, settings, "
        "starts, task_kinds, tasks, train, versions.",
    ),
    (lambda body: body.pop("caps"), "comparison has no field 'caps', and needs it."),
    (setting("env", to=3), "comparison.env must be a string; it is 3."),
    (setting("eval", "n", to=True), "comparison.eval.n must be a whole number; it is True."),
    (setting("eval", to=[]), "comparison.eval must be an object; it is []."),
    (setting("seeds", to="0"), "comparison.seeds must be a list; it is '0'."),
    (setting("seeds", 1, to=1.5), "comparison.seeds[1] must be a whole number; it is 1.5."),
    (
        setting("protocol", "temperature", to="hot"),
        "comparison.protocol.temperature must be a finite number; it is 'hot'.",
    ),
    (
        setting("cells", 0, "curve", 2, "train_success", to="x" * 99),
        "comparison.cells[0].curve[2].train_success must be a finite number; "
        "it is '" + "x" * 59 + "….",
    ),
    (
        setting("caps", "flops", to=False),
        "comparison.caps.flops must be a finite number; it is False.",
    ),
    (
        setting("tasks", to=["a"]),
        "the evaluation panel has 204 tasks; tasks has 1 entries.",
    ),
    (
        setting("starts", 2, "success", 0, to=1.5),
        "the success of start 2 must be shares from 0 to 1.",
    ),
    (setting("algorithms", to=[]), "a comparison needs at least one of algorithms; it has none."),
    (
        setting("seeds", to=[0, 1, 1]),
        "each of seeds stands once; 1 stands twice.",
    ),
    (
        lambda body: body["cells"].pop(),
        "each algorithm has one cell for each seed; "
        "'hgpo' with seed 2 is missing, unexpected or there twice.",
    ),
    (
        lambda body: body["cells"].append(body["cells"][0]),
        "each algorithm has one cell for each seed; "
        "'grpo' with seed 0 is missing, unexpected or there twice.",
    ),
    (
        lambda body: body["starts"].pop(),
        "each seed has one start; one is missing, unexpected or there twice.",
    ),
    (
        setting("cells", 0, "spent", "env_steps", to=200001),
        "grpo, seed 0 spent 200001 env_steps, and the cap is 200000.",
    ),
    (
        setting("cells", 0, "spent", "env_steps", to=195999),
        "grpo, seed 0 spent 195999 env_steps, and its purposes add up to 196000.",
    ),
]


@pytest.mark.parametrize(("edit", "message"), CASES)
def test_a_comparison_that_does_not_fit_says_where(comparison, edit, message):
    with pytest.raises(ReportInputError) as caught:
        Comparison.from_json(edited(comparison, edit))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"env": NaN}', "the comparison holds NaN, which is no number."),
        ('{"env": 1, "env": 2}', "the comparison has the key 'env' twice in one object."),
        ("[" * 100_000, "the comparison is nested too deeply."),
        ("{", "the comparison is not JSON: Expecting property name enclosed in double quotes: "
         "line 1 column 2 (char 1)."),
        ("[]", "comparison must be an object; it is []."),
        ('{"settings": {"a": []}}', "comparison has no field 'env', and needs it."),
    ],
)  # fmt: skip
def test_text_that_is_no_comparison_says_so(text, message):
    with pytest.raises(ReportInputError) as caught:
        Comparison.from_json(text)
    assert str(caught.value) == message


def test_numbers_too_large_for_a_float_are_refused(comparison):
    text = comparison.to_json().replace('"temperature": 0.4', '"temperature": 1e999')
    with pytest.raises(ReportInputError) as caught:
        Comparison.from_json(text)
    assert str(caught.value) == (
        "comparison.protocol.temperature must be a finite number; it is inf."
    )


def test_what_is_left_is_the_cap_less_what_was_spent(comparison):
    # 200,000 less 3,000 of the warm start and 193,001 of rollouts; 2e12 less 1.55e12.
    cell = comparison.cells_of("hgpo")[1]
    assert (cell.algorithm, cell.seed) == ("hgpo", 1)
    assert comparison.left(cell) == {"env_steps": 3999, "flops": 4.5e11}

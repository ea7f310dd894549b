"""A cell that breaks a rule of fairness is named, with what it broke."""

from dataclasses import replace

from harness.budget import Budget
from harness.config.schema import AlgorithmConfig, TrainConfig
from harness.fairness.rules import FinishedCell, faults_of
from harness.result import PanelFacts, RunResult, ScoreFacts


def test_cells_that_keep_every_rule_have_no_fault() -> None:
    assert faults_of([_cell("grpo"), _cell("hgpo")]) == ()


def test_other_caps_and_a_passed_cap_are_told() -> None:
    odd = _cell("hgpo")
    odd = replace(odd, result=replace(odd.result, caps={"env_steps": 5.0}))
    assert faults_of([_cell("grpo"), odd]) == (
        "hgpo/seed-0 had other caps.",
        "hgpo/seed-0 spent 8 env_steps, over its cap of 5.",
    )


def test_other_panels_are_told() -> None:
    odd = _cell("hgpo")
    odd = replace(odd, result=replace(odd.result, eval_panel=_panel("other")))
    assert faults_of([_cell("grpo"), odd]) == ("hgpo/seed-0 had other panels.",)


def test_a_result_of_another_seed_is_told() -> None:
    odd = _cell("hgpo")
    odd = replace(odd, result=replace(odd.result, seed=4))
    assert faults_of([_cell("grpo"), odd]) == ("hgpo/seed-4 was trained with another seed than 0.",)


def test_other_first_weights_are_told() -> None:
    odd = _cell("hgpo")
    odd = replace(odd, result=replace(odd.result, start_weights="other"))
    assert faults_of([_cell("grpo"), odd]) == ("hgpo/seed-0 started from other weights than grpo.",)


def test_an_edited_protocol_in_a_finished_cell_is_told_with_both_values() -> None:
    odd = _cell("hgpo")
    evaluation = replace(odd.planned.evaluation, temperature=0.0)
    odd = replace(odd, kept=replace(odd.planned, evaluation=evaluation))
    assert faults_of([_cell("grpo"), odd]) == (
        "hgpo/seed-0 has evaluation.temperature=0.0 in its folder, the comparison 0.4.",
    )


def test_an_edited_learning_rate_in_a_finished_cell_is_told_with_both_values() -> None:
    odd = _cell("hgpo")
    trainer = replace(odd.planned.trainer, learning_rate=0.1)
    odd = replace(odd, kept=replace(odd.planned, trainer=trainer))
    assert faults_of([_cell("grpo"), odd]) == (
        "hgpo/seed-0 has trainer.learning_rate=0.1 in its folder, the comparison 0.002.",
    )


def test_an_edited_option_of_an_algorithm_in_a_finished_cell_is_told_with_both_values() -> None:
    odd = _cell("hgpo")
    other = AlgorithmConfig(name="hgpo", options={"history": 2})
    odd = replace(odd, kept=replace(odd.planned, algorithm=other))
    assert faults_of([_cell("grpo"), odd]) == (
        "hgpo/seed-0 has algorithm.options.history=2 in its folder, the comparison None.",
    )


def _cell(algorithm: str) -> FinishedCell:
    planned = TrainConfig(
        budget=Budget(env_steps=10), algorithm=AlgorithmConfig(name=algorithm), seed=0
    )
    return FinishedCell(planned=planned, kept=planned, result=_result(algorithm))


def _panel(content: str) -> PanelFacts:
    return PanelFacts(
        env_id="Maze-v0", split="test", version="1", hash=content, tasks=1, partial=False
    )


def _result(algorithm: str) -> RunResult:
    score = ScoreFacts(success=0.0, per_task=(0.0,), mean_length=1.0, inadmissible=0.0)
    return RunResult(
        algorithm=algorithm,
        options={},
        seed=0,
        batches=1,
        warm_start={},
        caps={"env_steps": 10.0},
        spent={"env_steps": 8.0},
        by_purpose={},
        left={},
        next_batch={},
        train_panel=_panel("train"),
        eval_panel=_panel("eval"),
        start=score,
        final=score,
        start_weights="same",
        weights="end",
    )

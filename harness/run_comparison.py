"""Compare algorithms: the same panels, seeds, first weights and caps for each, then a report."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import cast

from harness.cells import run_cells
from harness.comparison_folder import held, identity, take_folder
from harness.comparison_growth import versions_of_cells
from harness.config.flat import flat_settings
from harness.config.load import with_template_of
from harness.config.model import require_backend
from harness.config.schema import CompareConfig, LearnConfig, TrainConfig
from harness.errors import HarnessInputError, RunError
from harness.fairness.rules import FinishedCell, faults_of
from harness.interrupt import Interrupted
from harness.ledger import purposes_apart
from harness.observer import Observer, SilentObserver, WorkPlanned
from harness.references import score_references
from harness.report import comparison as report
from harness.result import PanelFacts, RunResult
from harness.run.atomic import write_atomically
from harness.run.folder import read_config, read_json
from harness.run.journal import Journal
from harness.worlds import World, open_world

RESULT = "comparison.json"


def compare(
    config: CompareConfig, *, observer: Observer | None = None, command: str = ""
) -> report.Comparison:
    """Train every algorithm with every seed and put the results side by side.

    What of an earlier call in the same ``run.dir`` is finished is kept; the rest goes on from
    its checkpoints. Algorithms, seeds and baselines can be added to what is there. The folder
    gets ``comparison.json`` and one folder a cell below ``cells/``.

    Args:
        config: algorithms, seeds, caps and everything that they share.
        observer: who is told of the progress.
        command: the command line that makes it again, for the report.

    Returns:
        The comparison, as reports are made from it.

    Raises:
        RunError: the folder holds another comparison or is in use, or a cell failed.
        EnvInputError: a name, a split or a path that doesn't exist.
        Interrupted: Ctrl-C or SIGTERM; it says what was kept and how to go on.
    """
    require_backend(config)
    watch = observer or SilentObserver()
    if config.run.dir is None:
        raise HarnessInputError("the comparison has no folder. Name one: run.dir=DIR.")
    folder = Path(config.run.dir)
    env = with_template_of(folder, config.env)
    worlds = open_world(env, env.split), open_world(env, env.eval_split)
    with held(folder):
        command = take_folder(folder, config, command)
        config = replace(config, env=with_template_of(folder, config.env))
        comparison = replace(_done(config, folder, worlds, watch), command=command)
        write_atomically(folder / RESULT, comparison.to_json().encode())
    return comparison


def _done(
    config: CompareConfig, folder: Path, worlds: tuple[World, World], watch: Observer
) -> report.Comparison:
    """Do what of a comparison is not done yet."""
    cells = plan_cells(config)
    done = [cell_name(cell) for cell in cells if is_finished(cell)]
    watch.notify(WorkPlanned(cells=[cell_name(cell) for cell in cells], kept=done))
    try:
        references = score_references(config, folder, watch)
        rest = {cell_name(cell): cell for cell in cells if not is_finished(cell)}
        if rest:
            run_cells(rest, run=config.run, workers=config.workers, observer=watch)
    except (KeyboardInterrupt, Interrupted):
        kept = sum(is_finished(cell) for cell in cells)
        raise Interrupted(
            kept=f"{folder} has {kept} of {len(cells)} cells finished, the others up to their "
            "last checkpoints.",
            continue_with="the same command again",
        ) from None
    return assemble(config, cells, references, worlds)


def plan_cells(config: CompareConfig) -> list[TrainConfig]:
    """Return what each cell trains, seeds outermost: the first results cover every algorithm."""
    shared = {field.name: getattr(config, field.name) for field in fields(LearnConfig)}
    root = Path(cast(str, config.run.dir)) / "cells"
    cells = []
    for seed in config.training_seeds:
        for algorithm in config.algorithms:
            cell = TrainConfig(**shared, algorithm=algorithm, seed=seed)
            home = root / re.sub(r"[^A-Za-z0-9=.,_-]+", "-", cell_name(cell))
            cells.append(replace(cell, run=replace(config.run, dir=str(home))))
    return cells


def cell_name(cell: TrainConfig) -> str:
    """Return what a cell is called, for example ``hgpo(history=2)/seed-0``."""
    return f"{cell.algorithm.label}/seed-{cell.seed}"


def is_finished(cell: TrainConfig) -> bool:
    """Say whether a cell has its result."""
    return (Path(cast(str, cell.run.dir)) / "result.json").exists()


def assemble(
    config: CompareConfig,
    cells: Sequence[TrainConfig],
    references: Sequence[report.Reference],
    worlds: tuple[World, World],
) -> report.Comparison:
    """Put finished cells side by side: each algorithm with the same seeds.

    Raises:
        RunError: a cell's result is missing or damaged.
    """
    results = [_result(cell) for cell in cells]
    panel = worlds[1].panel
    if config.evaluation.tasks is not None:
        panel = panel.head(config.evaluation.tasks)
    first = results[0]
    starts: dict[int, report.Start] = {}
    for result in results:
        starts.setdefault(
            result.seed,
            report.Start(
                seed=result.seed,
                weights=result.start_weights,
                success=result.start.per_task,
                returns=result.start.returns,
            ),
        )
    return report.Comparison(
        env=first.eval_panel.env_id,
        train=_panel(first.train_panel),
        eval=_panel(first.eval_panel),
        tasks=panel.ids,
        task_kinds=panel.kinds or ("all",) * len(panel),
        caps=dict(first.caps),
        protocol=report.Protocol(
            temperature=config.evaluation.temperature, repeats=config.evaluation.repeats
        ),
        algorithms=tuple(algorithm.label for algorithm in config.algorithms),
        seeds=tuple(dict.fromkeys(cell.seed for cell in cells)),
        cells=tuple(_cell(result, cell) for result, cell in zip(results, cells, strict=True)),
        starts=tuple(starts.values()),
        references=tuple(references),
        apart=purposes_apart(config.trainer.eval_every),
        settings=flat_settings(identity(config)),
        facts=facts_of(len(starts)),
        faults=_faults(results, cells),
        versions=versions_of_cells([Path(cast(str, cell.run.dir)) for cell in cells]),
    )


def _result(cell: TrainConfig) -> RunResult:
    path = Path(cast(str, cell.run.dir)) / "result.json"
    record = read_json(path)
    if record is None:
        raise RunError(f"the cell {cell_name(cell)} has no result: {str(path)!r} is missing.")
    return RunResult.from_json(record, source=str(path))


def _panel(facts: PanelFacts) -> report.Panel:
    return report.Panel(split=facts.split, hash=facts.hash, version=facts.version, n=facts.tasks)


def _cell(result: RunResult, config: TrainConfig) -> report.Cell:
    metrics = Journal(Path(cast(str, config.run.dir)) / "metrics.jsonl")
    return report.Cell(
        algorithm=config.algorithm.label,
        seed=result.seed,
        spent=dict(result.spent),
        by_purpose=result.by_purpose,
        success=result.final.per_task,
        returns=result.final.returns,
        curve=tuple(_point(record) for record in metrics.read()),
    )


def _point(record: Mapping[str, object]) -> report.CurvePoint:
    spent = cast("Mapping[str, float]", record["spent"])
    return report.CurvePoint(
        env_steps=spent["env_steps"],
        flops=spent.get("flops", 0),
        gradient_steps=spent.get("gradient_steps", 0),
        train_success=cast(float, record["success"]),
        train_return=cast("float | None", record.get("return")),
        eval_success=cast("float | None", record.get("eval_success")),
        spent=dict(spent),
    )


def facts_of(seeds: int) -> tuple[str, ...]:
    """Say what the harness enforces in every comparison, here with so many seeds."""
    return (
        "Every cell had the same caps; no cap was passed.",
        "Every cell trained on the same panel and was scored on the same panel, each task once a "
        "repeat, with the same draws.",
        f"With a seed all algorithms had the same first weights, the same warm start and the same "
        f"order of tasks ({seeds} training seeds).",
        "Work for warm start, rollouts, reference policy, critic and updates was charged before "
        "it was done; evaluation was counted apart.",
    )


def _faults(results: Sequence[RunResult], cells: Sequence[TrainConfig]) -> tuple[str, ...]:
    return faults_of(
        [
            FinishedCell(planned=cell, kept=_kept(cell), result=result)
            for result, cell in zip(results, cells, strict=True)
        ]
    )


def _kept(cell: TrainConfig) -> TrainConfig | None:
    path = Path(cast(str, cell.run.dir))
    return read_config(path) if (path / "config.yaml").exists() else None

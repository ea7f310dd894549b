"""Do one job of a multirun: begin it, go on with it, or leave it as it is."""

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

from harness.config.load import load_compare, load_evaluate, load_train
from harness.config.schema import PlayConfig, TrainConfig
from harness.multirun.folder import RESULTS
from harness.multirun.sweep import Job
from harness.observer import Observer
from harness.run.atomic import write_atomically


def load_job(command: str, job: Job) -> PlayConfig:
    """Read and check a job's settings."""
    loaders = {"train": load_train, "evaluate": load_evaluate, "compare": load_compare}
    return cast("PlayConfig", loaders[command](job.words))


def is_done(command: str, folder: Path) -> bool:
    """Say whether a job is finished."""
    return (folder / RESULTS[command]).is_file()


def work(command: str, job: Job, folder: Path, observer: Observer) -> None:
    """Do a job in its folder, from where it was stopped."""
    {"train": _train, "evaluate": _evaluate, "compare": _compare}[command](job, folder, observer)


def success_of(command: str, folder: Path) -> float | None:
    """Return the share of episodes that a finished job won; None where it has not one number."""
    record = json.loads((folder / RESULTS[command]).read_text("utf-8"))
    if command == "train":
        record = record.get("final", {})
    won = record.get("success")
    return float(won) if isinstance(won, int | float) else None


def _train(job: Job, folder: Path, observer: Observer) -> None:
    from harness.run_training import resume, train

    if (folder / "config.yaml").is_file():
        resume(folder, observer=observer)
        return
    config = load_train(job.words)
    placed: TrainConfig = replace(config, run=replace(config.run, dir=str(folder)))
    train(placed, observer=observer)


def _evaluate(job: Job, folder: Path, observer: Observer) -> None:
    from harness.run_evaluation import evaluate

    record = evaluate(load_evaluate(job.words), observer=observer).to_json()
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(record, indent=1, sort_keys=True, allow_nan=False) + "\n"
    write_atomically(folder / RESULTS["evaluate"], text.encode())


def _compare(job: Job, folder: Path, observer: Observer) -> None:
    from harness.run_comparison import compare

    config = load_compare(job.words)
    placed = replace(config, run=replace(config.run, dir=str(folder)))
    compare(placed, observer=observer)

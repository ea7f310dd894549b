"""From a finished run or comparison to entries of a leaderboard, one an algorithm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from harness.comparison_folder import CONFIG, read_comparison
from harness.config.flat import told_options, told_settings
from harness.config.load import with_template_of
from harness.config.schema import (
    TrainConfig,
)
from harness.errors import RunError
from harness.evaluation_entry import evaluation_entry
from harness.result import PanelFacts, ScoreFacts
from harness.run.folder import is_at_work, read_config, read_json
from harness.run_comparison import RESULT, plan_cells
from leaderboards.board import SeedFiles
from leaderboards.decode import DecodeError, decode, load_json
from leaderboards.entry import Entry, EntryPanel
from leaderboards.episodes import read_played


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry before a board has taken it.

    Attributes:
        entry: what it says of itself.
        seeds: training seed -> its files.
    """

    entry: Entry
    seeds: Mapping[int, SeedFiles]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    """What of a ``result.json`` an entry is made from; see `harness.result.RunResult`."""

    caps: Mapping[str, float]
    train_panel: PanelFacts
    eval_panel: PanelFacts
    final: ScoreFacts
    memory: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    template: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """One finished training: where it is, what it was asked, what it says."""

    folder: Path
    config: TrainConfig
    result: _Result


def drafts_of(folder: Path) -> list[Draft]:
    """Return the entries that a folder of ``hgpo train`` or ``hgpo compare`` gives.

    Args:
        folder: the folder; or the file of ``hgpo evaluate --json``, which gives one entry.

    Raises:
        RunError: there is no run in it, one is not finished, or its episodes and its result
            contradict each other.
    """
    if folder.is_file():
        entry, seeds = evaluation_entry(folder)
        return [Draft(entry=entry, seeds=seeds)]
    if not (folder / CONFIG).is_file():
        return [_draft([_cell(folder, read_config(folder))])]
    _check_comparable(folder)
    groups: dict[str, list[_Cell]] = {}
    for cell in plan_cells(read_comparison(folder)):
        found = _cell(Path(str(cell.run.dir)), cell)
        groups.setdefault(cell.algorithm.label, []).append(found)
    return [_draft(cells) for cells in groups.values()]


def _check_comparable(folder: Path) -> None:
    """Refuse a comparison that broke a rule of fairness: boards rank what is comparable."""
    path = folder / RESULT
    record = read_json(path) if path.is_file() else None
    faults = (record or {}).get("faults")
    if isinstance(faults, list) and faults:
        raise RunError(
            f"{str(folder)!r} is not comparable, and a leaderboard takes no entry of it: "
            f"{faults[0]} Make the comparison again in another folder."
        )


def _cell(folder: Path, config: TrainConfig) -> _Cell:
    path = folder / "result.json"
    if not path.is_file():
        if is_at_work(folder):
            raise RunError(
                f"the run in {str(folder)!r} is still being trained. Add it when it has finished."
            )
        raise RunError(
            f"the run in {str(folder)!r} is not finished: it has no result.json. "
            f"Go on with it: hgpo resume {folder}"
        )
    return _Cell(folder=folder, config=config, result=_result(path))


def _result(path: Path) -> _Result:
    try:
        told = load_json(path.read_bytes(), "the file")
        if isinstance(told, dict):
            told = {name: told[name] for name in _Result.__dataclass_fields__ if name in told}
        return decode(_Result, told, "the result")
    except DecodeError as error:
        raise RunError(
            f"{str(path)!r} is no result of a training: {str(error).rstrip('.')}. Train the run "
            "again."
        ) from error


def _draft(cells: Sequence[_Cell]) -> Draft:
    first = cells[0]
    for cell in cells:
        alike = (cell.result.train_panel, cell.result.eval_panel, cell.result.caps)
        if alike != (first.result.train_panel, first.result.eval_panel, first.result.caps):
            raise RunError(
                f"{str(cell.folder)!r} has other tasks or caps than {str(first.folder)!r}; "
                "an entry's trainings are all under the same."
            )
    entry = _entry(first, tuple(sorted(cell.config.seed for cell in cells)))
    return Draft(entry=entry, seeds={cell.config.seed: _files(cell, entry) for cell in cells})


def _entry(cell: _Cell, seeds: tuple[int, ...]) -> Entry:
    config, result = cell.config, cell.result
    return Entry(
        algorithm=config.algorithm.label,
        agent=config.agent.kind,
        env=config.env.id,
        env_options=told_options(config),
        max_steps=int(str(config.env.max_steps)),
        train=_panel(result.train_panel),
        eval=_panel(result.eval_panel),
        caps=dict(result.caps),
        repeats=config.evaluation.repeats,
        temperature=config.evaluation.temperature,
        seeds=seeds,
        settings=told_settings(replace(config, env=with_template_of(cell.folder, config.env))),
        versions={
            name: str(version)
            for name, version in (read_json(cell.folder / "versions.json") or {}).items()
        },
        memory=result.memory,
        sources=result.sources,
        template=result.template,
    )


def _panel(facts: PanelFacts) -> EntryPanel:
    return EntryPanel(
        split=facts.split,
        version=facts.version,
        hash=facts.hash,
        n=facts.tasks,
        partial=facts.partial,
    )


def _files(cell: _Cell, entry: Entry) -> SeedFiles:
    """Read what an entry keeps of a run, once its result agrees with its episodes."""
    for name in ("ledger.jsonl", "evaluation.jsonl"):
        if not (cell.folder / name).is_file():
            raise RunError(
                f"the run in {str(cell.folder)!r} has a result and no {name}, which it is computed "
                "from. Put the file back, or train the run again."
            )
    files = SeedFiles(
        ledger=(cell.folder / "ledger.jsonl").read_bytes(),
        episodes=(cell.folder / "evaluation.jsonl").read_bytes(),
    )
    try:
        played = read_played(files.episodes, entry)
    except DecodeError as error:
        raise RunError(f"the evaluation in {str(cell.folder)!r} does not hold: {error}") from error
    final = cell.result.final
    if not np.array_equal(played.won.mean(axis=0), final.per_task):
        raise RunError(
            f"{str(cell.folder)!r} contradicts itself: by its episodes the success is "
            f"{played.won.mean():.4f}, by its result.json {final.success:.4f}. One of the two was "
            "changed; train the run again."
        )
    return files

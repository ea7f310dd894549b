"""What a report is made from: one comparison, with everything that was played and spent."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Self

from harness.report.decode import ReportInputError
from harness.report.records import Cell, CurvePoint, Panel, Protocol, Reference, Start
from leaderboards.decode import decode, load_json

__all__ = ["Cell", "Comparison", "CurvePoint", "Panel", "Protocol", "Reference", "Start"]

Scalar = None | bool | int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Algorithms by seeds under equal caps.

    Attributes:
        env: environment id.
        train: the panel trained on.
        eval: the panel scored on.
        tasks: ids of the evaluation panel's tasks.
        task_kinds: the task type of each.
        caps: unit -> cap, the same for every cell.
        protocol: how policies were scored.
        algorithms: their names, in the order of the report.
        seeds: the training seeds.
        cells: each algorithm with each seed, once.
        starts: one for each seed.
        references: fixed policies.
        command: the command line that makes this comparison again.
        apart: purposes that count against no cap.
        settings: what was configured, as flat names.
        facts: what the harness enforced, as sentences.
        faults: why the comparison is not a fair one, as sentences; normally empty.
        versions: package -> version that the cells were trained with; empty where not kept.
        missing: cells that were planned and are not finished, by name; normally empty.
    """

    env: str
    train: Panel
    eval: Panel
    tasks: tuple[str, ...]
    task_kinds: tuple[str, ...]
    caps: Mapping[str, float]
    protocol: Protocol
    algorithms: tuple[str, ...]
    seeds: tuple[int, ...]
    cells: tuple[Cell, ...]
    starts: tuple[Start, ...]
    references: tuple[Reference, ...] = ()
    command: str = ""
    apart: tuple[str, ...] = ("evaluation",)
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a comparison that contradicts itself.

        Raises:
            ReportInputError: saying what does not fit what.
        """
        _check_names("algorithms", self.algorithms)
        _check_names("seeds", self.seeds)
        _check_names("tasks", self.tasks)
        _check_lengths(self)
        _check_cells(self)
        for cell in self.cells:
            _check_spent(cell, self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read what `to_json` wrote, or another program in its place.

        Raises:
            ReportInputError: naming the place that does not fit.
        """
        return decode(cls, load_json(text, "the comparison"), "comparison")

    def to_json(self) -> str:
        """Write all of it; equal comparisons give equal text."""
        return json.dumps(_plain(self), indent=1, sort_keys=True, allow_nan=False) + "\n"

    def cells_of(self, algorithm: str) -> tuple[Cell, ...]:
        """Give an algorithm's cells in the order of the seeds."""
        found = {cell.seed: cell for cell in self.cells if cell.algorithm == algorithm}
        return tuple(found[seed] for seed in self.seeds)

    @property
    def tells_returns(self) -> bool:
        """Whether every policy has returns and they say more than success does."""
        scored: tuple[Cell | Start | Reference, ...] = (
            *self.cells,
            *self.starts,
            *self.references,
        )
        return all(each.returns for each in scored) and any(
            each.returns != each.success for each in scored
        )

    def left(self, cell: Cell) -> dict[str, float]:
        """Give what a cell left unspent of each cap."""
        return {unit: cap - cell.spent.get(unit, 0) for unit, cap in self.caps.items()}


def _plain(value: object) -> object:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def _check_names(what: str, names: tuple[str, ...] | tuple[int, ...]) -> None:
    if not names:
        raise ReportInputError(f"a comparison needs at least one of {what}; it has none.")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ReportInputError(f"each of {what} stands once; {twice[0]!r} stands twice.")


def _check_lengths(comparison: Comparison) -> None:
    n = comparison.eval.n
    lists: list[tuple[str, tuple[float, ...] | tuple[str, ...]]] = [
        ("tasks", comparison.tasks),
        ("task_kinds", comparison.task_kinds),
    ]
    scored: list[tuple[str, tuple[float, ...]]] = [
        (f"the success of {name}", each.success) for name, each in _named(comparison)
    ]
    returns = [
        (f"the returns of {name}", each.returns)
        for name, each in _named(comparison)
        if each.returns
    ]
    for name, values in (*lists, *scored, *returns):
        if len(values) != n:
            raise ReportInputError(
                f"the evaluation panel has {n} tasks; {name} has {len(values)} entries."
            )
    for name, rates in scored:
        if not all(0.0 <= rate <= 1.0 for rate in rates):
            raise ReportInputError(f"{name} must be shares from 0 to 1.")


def _named(comparison: Comparison) -> list[tuple[str, Cell | Start | Reference]]:
    return [
        *((reference.name, reference) for reference in comparison.references),
        *((f"start {start.seed}", start) for start in comparison.starts),
        *((f"{cell.algorithm}, seed {cell.seed}", cell) for cell in comparison.cells),
    ]


def _check_cells(comparison: Comparison) -> None:
    wanted = {(name, seed) for name in comparison.algorithms for seed in comparison.seeds}
    given = [(cell.algorithm, cell.seed) for cell in comparison.cells]
    if sorted(given) != sorted(wanted):
        odd = sorted(wanted.symmetric_difference(given)) or [max(given, key=given.count)]
        raise ReportInputError(
            "each algorithm has one cell for each seed; "
            f"{odd[0][0]!r} with seed {odd[0][1]} is missing, unexpected or there twice."
        )
    if sorted(start.seed for start in comparison.starts) != sorted(comparison.seeds):
        raise ReportInputError(
            "each seed has one start; one is missing, unexpected or there twice."
        )


def _check_spent(cell: Cell, comparison: Comparison) -> None:
    name = f"{cell.algorithm}, seed {cell.seed}"
    for unit, cap in comparison.caps.items():
        if cell.spent.get(unit, 0) > cap:
            raise ReportInputError(f"{name} spent {cell.spent[unit]} {unit}, and the cap is {cap}.")
    for unit, amount in cell.spent.items():
        parts = [
            amounts.get(unit, 0)
            for purpose, amounts in cell.by_purpose.items()
            if purpose not in comparison.apart
        ]
        if not math.isclose(sum(parts), amount, rel_tol=1e-9):
            raise ReportInputError(
                f"{name} spent {amount} {unit}, and its purposes add up to {sum(parts)}."
            )

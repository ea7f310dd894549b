"""What a list of runs says of each, read without its large files."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import yaml

from harness.config.schema import AlgorithmConfig, Scalar
from harness.inventory.find import MARKS
from harness.inventory.sizes import Sizes, sizes_of
from harness.observer import part_spent
from harness.run.folder import is_at_work

Table = Mapping[str, object]
_TAIL = 1 << 14
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Damaged(Exception):  # noqa: N818  # the answer about a run, no fault of the program
    """A file of a run that is cut off or no longer what it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A line of the list.

    Attributes:
        path: the folder.
        kind: ``run``, ``comparison``, ``diagnosis`` or ``merged``.
        what: who is trained or scored.
        env: environment id.
        seeds: the training seeds in words.
        state: ``running``, ``finished``, ``interrupted`` or ``damaged``.
        done: batches or cells done, in words.
        spent: share of the tightest cap, in [0, 1]; over a comparison's cells on average.
        success: of the final policy; of a comparison's best algorithm.
        size: bytes.
        changed: when a file was last changed, in UTC.
        damage: what is wrong, where it is damaged.
    """

    path: str
    kind: str
    what: str = ""
    env: str = ""
    seeds: str = ""
    state: str = "finished"
    done: str = ""
    spent: float | None = None
    success: float | None = None
    size: int = 0
    changed: str = ""
    damage: str = ""

    def to_json(self) -> dict[str, object]:
        """Return the line as JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """Where one training stands."""

    batches: int
    spent: float
    success: float | None


def entry_of(path: Path, kind: str) -> Listed:
    """Return the line of what is in a folder; what can't be read makes it a damaged one."""
    sizes = sizes_of(path)
    shared = {"path": str(path), "kind": kind, **_measured(sizes)}
    try:
        told = _READERS[kind](path)
    except (Damaged, KeyError, TypeError, ValueError, AttributeError, OSError) as error:
        why = str(error) if isinstance(error, Damaged | OSError) else "a file holds something else"
        told = {"state": "damaged", "damage": why}
    if is_running(path):
        told = {**told, "state": "running", "damage": ""}
    return Listed(**{**shared, **told})  # type: ignore[arg-type]  # each reader names its fields


def is_running(path: Path) -> bool:
    """Say whether a process is at work in a folder, or in a cell below it."""
    return is_at_work(path) or any(is_at_work(cell) for cell in path.glob("cells/*"))


def _measured(sizes: Sizes) -> Table:
    moment = datetime.fromtimestamp(sizes.changed, tz=UTC)
    return {"size": sizes.total, "changed": moment.strftime("%Y-%m-%dT%H:%M:%SZ")}


def _run(path: Path) -> Table:
    config = _yaml(path / MARKS["run"])
    cell = _cell(path, config)
    return {
        "what": _label(config["algorithm"]),
        "env": _id(config),
        "seeds": str(config["seed"]),
        "state": "interrupted" if cell.success is None else "finished",
        "done": f"{cell.batches} batches",
        "spent": cell.spent,
        "success": cell.success,
    }


def _comparison(path: Path) -> Table:
    config = _yaml(path / MARKS["comparison"])
    labels = [_label(entry) for entry in cast("Sequence[Table]", config["algorithms"])]
    first = cast("int | None", config.get("first_seed")) or 0
    count = cast(int, config["seeds"])
    cells: dict[str, list[_Cell]] = {}
    for folder in sorted(path.glob("cells/*")):
        if (folder / MARKS["run"]).is_file():
            of_cell = _yaml(folder / MARKS["run"])
            cells.setdefault(_label(of_cell["algorithm"]), []).append(_cell(folder, of_cell))
    total = len(labels) * count
    scores = {
        name: [cell.success for cell in found if cell.success is not None]
        for name, found in cells.items()
    }
    means = [sum(told) / len(told) for told in scores.values() if told]
    done = sum(len(told) for told in scores.values())
    whole = done == total and (path / "comparison.json").is_file()
    return {
        "what": ", ".join(labels),
        "env": _id(config),
        "seeds": str(first) if count == 1 else f"{first} to {first + count - 1}",
        "state": "finished" if whole else "interrupted",
        "done": f"{done} of {total} cells",
        "spent": sum(cell.spent for found in cells.values() for cell in found) / total,
        "success": max(means, default=None),
    }


def _diagnosis(path: Path) -> Table:
    config = _yaml(path / MARKS["diagnosis"])
    whole = (path / "diagnosis.svg").is_file()
    return {
        "what": str(cast(Table, config["agent"])["kind"]),
        "env": _id(config),
        "state": "finished" if whole else "interrupted",
    }


def _merged(path: Path) -> Table:
    return {"what": "a merged comparison"}


_READERS = {"run": _run, "comparison": _comparison, "diagnosis": _diagnosis, "merged": _merged}


def _cell(path: Path, config: Table) -> _Cell:
    caps = {unit: cap for unit, cap in cast("Mapping[str, float]", config["budget"]).items() if cap}
    for checkpoint in sorted((path / "checkpoints").glob("*.safetensors")):
        _check_whole(checkpoint)
    if (path / "result.json").is_file():
        result = _json((path / "result.json").read_bytes(), path / "result.json")
        if not (path / "checkpoints" / "final.safetensors").is_file():
            raise Damaged("checkpoints/final.safetensors is missing")
        return _Cell(
            batches=cast(int, result["batches"]),
            spent=part_spent(caps, cast("Mapping[str, float]", result["spent"])),
            success=float(cast(float, cast(Table, result["final"])["success"])),
        )
    last = _last_line(path / "metrics.jsonl")
    if last is None:
        return _Cell(batches=0, spent=0.0, success=None)
    spent = cast("Mapping[str, float]", last["spent"])
    return _Cell(batches=cast(int, last["batch"]) + 1, spent=part_spent(caps, spent), success=None)


def _label(entry: object) -> str:
    told = cast("Mapping[str, Scalar]", entry)
    options = dict(cast("Mapping[str, Scalar]", told.get("options") or {}))
    return AlgorithmConfig(name=str(told["name"]), options=options).label


def _id(config: Table) -> str:
    return str(cast(Table, config["env"])["id"])


def _yaml(file: Path) -> Table:
    try:
        told = yaml.load(file.read_bytes(), Loader=_Loader)  # both are safe loaders
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(f"{file.name} is no YAML") from error
    return _table(told, file)


def _json(text: bytes, file: Path) -> Table:
    try:
        return _table(json.loads(text), file)
    except (ValueError, RecursionError) as error:
        raise Damaged(f"{file.name} is no JSON") from error


def _table(told: object, file: Path) -> Table:
    if not isinstance(told, dict):
        raise Damaged(f"{file.name} holds no names and values")
    return told


def _last_line(file: Path) -> Table | None:
    """Return the last whole line of a journal, without reading what is before it."""
    if not file.is_file():
        return None
    with file.open("rb") as journal:
        journal.seek(max(0, journal.seek(0, os.SEEK_END) - _TAIL))
        lines = journal.read().split(b"\n")[:-1]  # what is behind the last newline was cut off
    return _json(lines[-1], file) if lines and lines[-1] else None


def _check_whole(checkpoint: Path) -> None:
    """Check that a safetensors file is as long as its header says."""
    size = checkpoint.stat().st_size
    with checkpoint.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = file.read(length) if length < size else b""
    told = _json(header, checkpoint) if header else {}
    ends = [
        cast("Mapping[str, Sequence[int]]", each)["data_offsets"][1]
        for name, each in told.items()
        if name != "__metadata__"
    ]
    if not ends or 8 + length + max(ends) != size:
        raise Damaged(f"checkpoints/{checkpoint.name} is cut off")

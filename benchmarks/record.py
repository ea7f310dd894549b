"""What one run of the benchmark found, as a file."""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.clock import Spread
from benchmarks.memory import Living, Memory, Soak
from benchmarks.rows import Row
from benchmarks.speed import Speed

#: Parsed JSON.
Json: TypeAlias = Any

_CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything that the page is written from.

    Attributes:
        command: what to run to measure again.
        machine: processor, number of cores, operating system.
        versions: of Python and the packages.
        speed: steps, resets and first loads.
        memory: live environments and resets.
    """

    command: str
    machine: Mapping[str, str]
    versions: Mapping[str, str]
    speed: Speed
    memory: Memory


def machine() -> dict[str, str]:
    """Return what the machine is, without its name."""
    lines = _CPU_INFO.read_text("utf-8").splitlines() if _CPU_INFO.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
    }


def versions(original: Mapping[str, object]) -> dict[str, str]:
    """Return the versions of Python, of our packages and of the ``original`` ones."""
    ours = {name: version(name) for name in ("hgpo-bench", "gymnasium", "numpy")}
    python = {"Python": f"{platform.python_implementation()} {platform.python_version()}"}
    return {**python, **ours, **{name: str(number) for name, number in original.items()}}


def save(record: Record, path: Path) -> None:
    """Write a record as JSON."""
    path.write_text(json.dumps(asdict(record), indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Record:
    """Read what ``save`` wrote."""
    read: Json = json.loads(path.read_text(encoding="utf-8"))
    speed = {**read["speed"], "rows": tuple([_row(row) for row in read["speed"]["rows"]])}
    memory = {name: _memory(value) for name, value in read["memory"].items()}
    return Record(**{**read, "speed": Speed(**speed), "memory": Memory(**memory)})


def _row(row: Json) -> Row:
    fields: dict[str, Json] = {
        name: Spread(**value) if isinstance(value, dict) else value for name, value in row.items()
    }
    return Row(**fields)


def _memory(value: Json) -> Json:
    if value is None:
        return None
    if "curve" not in value:
        return Living(**value)
    return Soak(**{**value, "curve": tuple([(resets, mb) for resets, mb in value["curve"]])})

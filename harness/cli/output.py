"""Where a command's answer goes: checked before the work, written whole or not at all."""

import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from harness.cli.errors import UsageError, say
from harness.config.diagnosis import DiagnoseConfig
from harness.config.schema import LearnConfig
from harness.run.atomic import write_atomically

Learn = TypeVar("Learn", bound=LearnConfig | DiagnoseConfig)


def check_json_target(name: str | None) -> Path | None:
    """Check that a file for ``--json`` can be written, hours before it is; see `check_target`."""
    return check_target("--json", name, example="result.json")


def check_target(flag: str, name: str | None, example: str = "page.html") -> Path | None:
    """Check that a file can be written, hours before it is.

    Raises:
        UsageError: it is a folder, or its folder is missing.
        OSError: the place can't be written to.
    """
    if name is None:
        return None
    path = Path(name).expanduser()
    if path.is_dir():
        raise UsageError(f"{flag} {name}: it is a folder. Name a file, such as {name}/{example}.")
    if not path.parent.is_dir():
        raise UsageError(f"{flag} {name}: there is no folder {str(path.parent)!r}. Make it first.")
    if path.exists() and not os.access(path, os.W_OK):
        raise UsageError(f"{flag} {name}: the file is write-protected. Name another one.")
    if not path.exists() or path.is_file():
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    return path


def write_json(path: Path | None, text: str) -> None:
    """Write an answer; a device such as ``/dev/stdout`` is written to, a file replaced whole."""
    if path is None:
        return
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    write_atomically(path, text.encode())


def as_json(record: object) -> str:
    """Return a record as JSON text; equal records give equal texts."""
    return json.dumps(record, indent=1, sort_keys=True, allow_nan=False) + "\n"


def place_run(config: Learn, command: str) -> Learn:
    """Return the configuration with a folder for the run; say which, if none was named."""
    placed = placed_run(config, command)
    if config.run.dir is None:
        say(f"the run is kept in {placed.run.dir}")
    return placed


def placed_run(config: Learn, command: str) -> Learn:
    """Return the configuration with a folder of its own for the run, if none was named."""
    named = config.run.dir
    folder = new_run_dir(command) if named is None else str(Path(named).expanduser())
    return replace(config, run=replace(config.run, dir=folder))


def new_run_dir(command: str, root: Path = Path("runs")) -> str:
    """Return the first folder ``runs/COMMAND-N`` that is not there yet; nothing is made."""
    number = 1
    while (root / f"{command}-{number}").exists():
        number += 1
    return str(root / f"{command}-{number}")

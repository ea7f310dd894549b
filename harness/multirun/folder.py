"""The folder of a multirun: which command and words it is of, a folder a job."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.errors import RunError
from harness.run.atomic import write_atomically

FILE = "multirun.json"
RESULTS = {"train": "result.json", "evaluate": "evaluation.json", "compare": "comparison.json"}
"""Command -> the file that a finished job of it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Multirun:
    """What a multirun was asked for.

    Attributes:
        command: ``train``, ``evaluate`` or ``compare``.
        words: the settings with their sweeps, without ``run.dir``.
    """

    command: str
    words: tuple[str, ...]


def is_multirun(folder: Path) -> bool:
    """Say whether a folder holds a multirun."""
    return (folder / FILE).is_file()


def read_multirun(folder: Path) -> Multirun:
    """Read what a folder's multirun was asked for.

    Raises:
        RunError: the file can't be read as that.
    """
    file = folder / FILE
    try:
        record = json.loads(file.read_text("utf-8"))
        command, words = record["command"], record["words"]
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{str(file)!r} tells of no multirun.") from error
    texts = isinstance(words, list) and all(isinstance(word, str) for word in words)
    if not texts or command not in RESULTS:
        raise RunError(f"{str(file)!r} tells of no multirun.")
    return Multirun(command=command, words=tuple(words))


def take(folder: Path, command: str, words: Sequence[str]) -> None:
    """Take a new or empty folder for a multirun, or go on with the same one in it.

    Raises:
        RunError: something else is in it.
    """
    wanted = Multirun(command=command, words=tuple(words))
    if is_multirun(folder):
        held = read_multirun(folder)
        if held != wanted:
            raise RunError(
                f"{str(folder)!r} holds another multirun: hgpo {held.command} --multirun "
                f"{' '.join(held.words)}. Choose another run.dir, or go on with it: "
                f"hgpo resume {folder}"
            )
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RunError(f"{str(folder)!r} is not empty. Choose another run.dir.")
    folder.mkdir(parents=True, exist_ok=True)
    record = {"command": command, "words": list(words)}
    write_atomically(folder / FILE, (json.dumps(record, indent=1) + "\n").encode())

"""What an action of ``hgpo data`` answers, and how it is given."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rich.console import Console, RenderableType
from rich.text import Text

from harness.cli.errors import Failed
from harness.cli.output import as_json, write_json

Progress: TypeAlias = Callable[[float, str], None]
"""Told how much is done, from 0 to 1, and what is being looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an import or a status says.

    Attributes:
        record: as JSON values.
        shown: as it is printed, lines and tables.
        failure: why it is no success, or empty.
    """

    record: Mapping[str, object]
    shown: Sequence[RenderableType] = ()
    failure: str = ""


def give(answers: Mapping[str, Answer], target: Path | None) -> None:
    """Give answers to the file of ``--json``, by name, and to the terminal.

    Raises:
        Failed: one of them is no success.
    """
    write_json(target, as_json({name: answer.record for name, answer in answers.items()}))
    console = Console(highlight=False)
    for answer in answers.values():
        for shown in answer.shown:
            console.print(Text(shown) if isinstance(shown, str) else shown, soft_wrap=True)
    failures = [answer.failure for answer in answers.values() if answer.failure]
    if failures:
        raise Failed(" ".join(failures))

"""What an engine said along a walk: the thing that is recorded of one engine and asked of another.

Command texts go in, texts come out: nothing here knows how an engine works.
"""

import gzip
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from hgpo_envs.alfworld.parity.walks import next_command


class Play(Protocol):
    """A play of a game, on whichever engine."""

    @property
    def text(self) -> str:
        """Return the last observation."""

    @property
    def admissible(self) -> tuple[str, ...]:
        """Return the commands that are understood now, sorted."""

    @property
    def won(self) -> bool:
        """Return whether the goal holds now."""

    def command(self, text: str) -> str:
        """Give a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One state as a player sees it.

    Attributes:
        command: what led to it; None for the first state.
        observation: the text.
        admissible: the commands that are understood now, sorted.
        won: whether the goal holds.
    """

    command: str | None
    observation: str
    admissible: tuple[str, ...]
    won: bool


Transcript = tuple[Said, ...]


def look(play: Play, command: str | None = None) -> Said:
    """Note the state that a play is in."""
    return Said(
        command=command, observation=play.text, admissible=play.admissible, won=bool(play.won)
    )


def record(
    play: Play, *, rng: np.random.Generator, steps: int, first: Sequence[str] = ()
) -> Transcript:
    """Walk through a game and note every state.

    Args:
        play: the play, at its start.
        rng: draws the commands.
        steps: how many commands are drawn.
        first: commands to give before those.

    Returns:
        The first state and the one after each command.
    """
    said = [look(play)]
    for command in first:
        play.command(command)
        said.append(look(play, command))
    for _ in range(steps):
        command = next_command(play.admissible, rng)
        play.command(command)
        said.append(look(play, command))
    return tuple(said)


def save(transcript: Transcript, path: Path) -> None:
    """Write a transcript, whole or not at all."""
    rows = [[said.command, said.observation, said.admissible, said.won] for said in transcript]
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(gzip.compress(json.dumps(rows).encode(), mtime=0))
    draft.replace(path)


def load(path: Path) -> Transcript | None:
    """Read a transcript; None where there is none, or none that can be read."""
    try:
        rows = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, ValueError, EOFError):
        return None
    return tuple(
        Said(command=command, observation=observation, admissible=tuple(admissible), won=won)
        for command, observation, admissible, won in rows
    )

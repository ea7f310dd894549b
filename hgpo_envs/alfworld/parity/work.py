"""Compare one game: record the original engine once, then ask ours."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hgpo_envs.alfworld import textworld
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.alfworld.parity.cases import Case
from hgpo_envs.alfworld.parity.compare import Difference, first_difference
from hgpo_envs.alfworld.parity.transcript import Transcript, load, record, save
from hgpo_envs.errors import GameFileError, UnplayableGameError


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How games are walked through, and where transcripts of the original engine are kept."""

    seed: int
    steps: int
    transcripts: str
    versions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one game.

    Attributes:
        case: the game.
        states: how many states the original engine went through.
        difference: where the engines part, or None.
        refused: why the original engine doesn't play it; empty where it does.
        unplayable: why our engine doesn't play it; empty where it does.
    """

    case: Case
    states: int = 0
    difference: Difference | None = None
    refused: str = ""
    unplayable: str = ""


def compare(case: Case, plan: Plan) -> Result:
    """Walk through a game on the original engine, or read what it said, and ask ours."""
    content = case.read()
    path = Path(plan.transcripts) / f"{_key(case, content, plan)}.json.gz"
    transcript = load(path)
    refused = unplayable = ""
    if transcript is None:
        try:
            transcript = _walk(case, content, plan)
        except UnplayableGameError as error:
            transcript, refused = (), str(error)
        else:
            save(transcript, path)
    difference = None
    try:
        difference = first_difference(transcript, read_game(content, name=case.name).start())
    except GameFileError as error:
        unplayable = str(error)
    return Result(
        case=case,
        states=len(transcript),
        difference=difference,
        refused=refused,
        unplayable=unplayable,
    )


def _walk(case: Case, content: dict[str, object], plan: Plan) -> Transcript:
    """Generated games are first won by their walkthrough; the walk goes on from there."""
    walkthrough = content.get("walkthrough") if case.path is None else None
    digest = hashlib.sha256(case.name.encode()).digest()
    rng = np.random.default_rng([plan.seed, *digest[:8]])
    first = walkthrough if isinstance(walkthrough, list) else []
    play = textworld.read_game(content, name=case.name).start()
    return record(play, rng=rng, steps=plan.steps, first=first)


def _key(case: Case, content: dict[str, object], plan: Plan) -> str:
    """Return what a transcript depends on, as a digest."""
    given = [WALKS, case.name, content, plan.seed, plan.steps, plan.versions]
    return hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()[:32]


WALKS = "1"
"""Rises whenever walks are drawn in another way."""

"""Entries of three tasks, made by hand: what a leaderboard's tests put on boards."""

import json
from collections.abc import Sequence

from hgpo_envs import TaskPanel
from leaderboards.board import SeedFiles
from leaderboards.entry import Entry, EntryPanel
from leaderboards.ledger_record import GENESIS, LedgerRecord

TASKS = ("a", "b", "c")
CAPS = {"env_steps": 100}


def panel(split: str = "test", ids: Sequence[str] = TASKS) -> EntryPanel:
    whole = TaskPanel(env_id="Maze-v0", split=split, version="1", ids=tuple(ids))
    return EntryPanel(split=split, version="1", hash=whole.hash, n=len(whole), partial=False)


def entry(**changes: object) -> Entry:
    facts: dict[str, object] = {
        "algorithm": "hgpo",
        "agent": "scorer",
        "env": "Maze-v0",
        "env_options": {},
        "max_steps": 5,
        "train": panel("train"),
        "eval": panel(),
        "caps": CAPS,
        "repeats": 1,
        "temperature": 0.4,
        "seeds": (0,),
        "settings": {"env.memory.kind": "window", "env.memory.size": 4},
        "memory": "window(4)",
        "template": "ab" * 32,
    }
    return Entry(**{**facts, **changes})  # type: ignore[arg-type]


def ledger(steps: int = 60, *, evaluated: int = 50, close: bool = True, caps=CAPS) -> bytes:
    """Return a ledger of one rollout of so many steps and one evaluation."""
    lines = [
        {"kind": "open", "amounts": caps, "apart": ("evaluation",)},
        {"kind": "reserve", "purpose": "rollout", "amounts": {"env_steps": steps}},
        {"kind": "commit", "purpose": "rollout", "of": 1, "amounts": {"env_steps": steps}},
        {"kind": "reserve", "purpose": "evaluation", "amounts": {"env_steps": evaluated}},
        {"kind": "commit", "purpose": "evaluation", "of": 3, "amounts": {"env_steps": evaluated}},
        *([{"kind": "close"}] if close else []),
    ]
    written, previous = b"", GENESIS
    for seq, line in enumerate(lines):
        record = LedgerRecord(seq=seq, previous=previous, **line)  # type: ignore[arg-type]
        encoded, previous = record.encode()
        written += encoded
    return written


def episodes(*repeats: str, ids: Sequence[str] = TASKS, **changes: object) -> bytes:
    """Return an evaluation: a text a repeat, ``w`` for a task that was won, ``.`` for one lost."""
    lines = []
    for repeat, outcomes in enumerate(repeats):
        for task, outcome in zip(ids, outcomes, strict=True):
            won = outcome == "w"
            record = {
                "task": task,
                "repeat": repeat,
                "won": won,
                "return": 1.0 if won else 0.25,
                "inadmissible": 1,
                "actions": ["north", "east"],
            }
            lines.append(json.dumps({**record, **changes}, sort_keys=True) + "\n")
    return "".join(lines).encode()


def seed_files(*repeats: str, steps: int = 60) -> SeedFiles:
    return SeedFiles(ledger=ledger(steps), episodes=episodes(*repeats))

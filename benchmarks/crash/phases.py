"""What a training is doing, told by the last lines of its ledger and by its half-written files."""

import json
from pathlib import Path

TAIL = 4096
START, BETWEEN, CHECKPOINT = "start", "between", "checkpoint"


def phase_of(comparison: Path) -> str:
    """Say what the cells of a comparison do now: a purpose of a ledger, or a moment beside it.

    Returns:
        ``checkpoint`` while a file is half written, else the purposes that are set aside, such as
        ``rollout+update``, ``evaluation`` or ``warm_start``; ``between`` where none is, and
        ``start`` where no ledger is yet.
    """
    if any(comparison.glob("cells/*/checkpoints/.*.new")):
        return CHECKPOINT
    found = {_pending(path) for path in comparison.glob("cells/*/ledger.jsonl")} - {"", "closed"}
    if not found:
        return START
    return min(found, key=lambda name: (name == BETWEEN, name))


def _pending(ledger: Path) -> str:
    """Return the purposes that are open at a ledger's end."""
    try:
        with ledger.open("rb") as file:
            file.seek(max(0, ledger.stat().st_size - TAIL))
            lines = file.read().split(b"\n")[:-1]
    except OSError:
        return ""
    opened: dict[int, str] = {}
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:  # the first one was cut by where the tail begins
            continue
        if record["kind"] == "close":
            return "closed"
        if record["kind"] == "reserve":
            opened[record["seq"]] = record["purpose"]
        elif record["kind"] in {"commit", "release"}:
            opened.pop(record["of"], None)
    return "+".join(sorted(set(opened.values()))) or BETWEEN

"""Read an entry's files and compute from them all that a board says; trust nothing else."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from leaderboards.decode import DecodeError
from leaderboards.entry import (
    EPISODES,
    LEDGER,
    RECORD,
    Entry,
    digest,
    file_names,
    folder_name,
    refused,
)
from leaderboards.episodes import Played, read_played
from leaderboards.ledger_file import LedgerReport, verify_ledger
from leaderboards.ledger_record import Amount
from leaderboards.statistics.matrix import Scores

MAX_RECORD_BYTES = 1 << 20
MAX_FILE_BYTES = 1 << 28
"""Of ``entry.json``, and of a seed's files: what is larger is no entry, and is not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEntry:
    """An entry with what was computed from its files; S seeds, T tasks, R repeats.

    Attributes:
        entry: what it says of itself.
        sha256: over its files.
        won: success rate of each task over the repeats, [S, T].
        returns: mean return of each task over the repeats, [S, T].
        single: whether each of `won` is of one episode, so that it is 0 or 1.
        spent: unit -> mean amount that a seed's training spent; empty without a training.
        refused: share of the evaluation's actions that the world refused.
    """

    entry: Entry
    sha256: str
    won: Scores
    returns: Scores
    single: bool
    spent: Mapping[str, Amount]
    refused: float

    @property
    def name(self) -> str:
        """What the entry's folder is called."""
        return folder_name(self.entry, self.sha256)


def read_entry(folder: Path, *, called: str | None = None) -> ReadEntry:
    """Read an entry from its folder.

    Args:
        folder: where it is.
        called: what messages call it; None for the folder's name.

    Raises:
        EntryError: a file is missing, damaged or one too many, the ledgers or episodes don't
            hold, or they contradict ``entry.json``.
    """
    try:
        entry = Entry.from_json(_contents(folder, RECORD))
        _check_files(folder, entry)
        contents = {name: _contents(folder, name) for name in file_names(entry)}
        _check_distinct(entry, contents)
        ledgers = _ledgers(folder, entry)
        plays = {
            seed: _played(contents[f"seeds/{seed}/{EPISODES}"], entry, ledgers.get(seed), seed)
            for seed in entry.seeds
        }
    except DecodeError as error:
        raise refused(folder.name if called is None else called, str(error)) from error
    return ReadEntry(
        entry=entry,
        sha256=digest(contents),
        won=np.stack([played.won.mean(axis=0) for played in plays.values()]),
        returns=np.stack([played.returns.mean(axis=0) for played in plays.values()]),
        single=entry.repeats == 1,
        spent=_means([report.spent for report in ledgers.values()]),
        refused=sum(each.inadmissible for each in plays.values())
        / sum(each.steps for each in plays.values()),
    )


def _contents(folder: Path, name: str) -> bytes:
    path = folder / name
    if path.is_symlink() or not path.is_file():
        raise DecodeError(f"its file {name} is missing, or no plain file.")
    most = MAX_RECORD_BYTES if name == RECORD else MAX_FILE_BYTES
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise DecodeError(f"its file {name} has more than {most:,} bytes, the most that is read.")
    return data


def _check_files(folder: Path, entry: Entry) -> None:
    found = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    )
    expected = list(file_names(entry))
    for name in sorted(set(found) ^ set(expected)):
        raise DecodeError(f"its file {name} is {'too many' if name in found else 'missing'}.")


def _ledgers(folder: Path, entry: Entry) -> dict[int, LedgerReport]:
    if not entry.is_trained:
        return {}
    return {seed: _ledger(folder / "seeds" / str(seed) / LEDGER, entry) for seed in entry.seeds}


def _ledger(path: Path, entry: Entry) -> LedgerReport:
    report = verify_ledger(path)
    where = f"the ledger of seed {path.parent.name}"
    if not report.ok:
        raise DecodeError(f"{where} does not hold: {report.failure}")
    if not report.closed:
        raise DecodeError(f"{where} is not closed: the training did not come to its end.")
    if dict(report.caps) != dict(entry.caps):
        raise DecodeError(f"{where} has the caps {dict(report.caps)}, not {dict(entry.caps)}.")
    return report


def _played(data: bytes, entry: Entry, ledger: LedgerReport | None, seed: int) -> Played:
    try:
        played = read_played(data, entry)
    except DecodeError as error:
        raise DecodeError(f"the episodes of seed {seed} don't hold: {error}") from error
    if ledger is None:
        return played
    charged = ledger.by_purpose.get("evaluation", {}).get("env_steps", 0)
    if played.steps > charged:
        raise DecodeError(
            f"the episodes of seed {seed} have {played.steps} steps, and its ledger was charged "
            f"{charged} for evaluation."
        )
    return played


def _check_distinct(entry: Entry, contents: Mapping[str, bytes]) -> None:
    """Check that no training stands under two seeds, which would narrow the interval."""
    known: dict[tuple[bytes, ...], int] = {}
    for seed in entry.seeds:
        here = [name for name in contents if name.startswith(f"seeds/{seed}/")]
        files = tuple(contents[name] for name in sorted(here))
        if files in known:
            raise DecodeError(f"seeds {known[files]} and {seed} are one training, copied.")
        known[files] = seed


def _means(amounts: list[Mapping[str, Amount]]) -> dict[str, Amount]:
    units = sorted({unit for each in amounts for unit in each})
    return {unit: math.fsum(each.get(unit, 0) for each in amounts) / len(amounts) for unit in units}

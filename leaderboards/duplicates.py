"""A training is on a board once: neither copied under another entry, nor picked out of one."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from leaderboards.decode import DecodeError
from leaderboards.entry import RECORD, Entry, file_names
from leaderboards.errors import EntryError


def check_new_trainings(others: Iterable[Path], entry: Entry, folder: Path) -> None:
    """Check that no training of an entry is in another entry.

    Args:
        others: the folders of the entries that are there; damaged ones are passed over.
        entry: the one that is to join them.
        folder: where its files are.

    Raises:
        EntryError: naming the seed and the entry that has it.
    """
    mine = _seed_files(folder, entry)
    for other in others:
        there = _record(other)
        if there is None or _facts(there) != _facts(entry):
            continue
        theirs = _seed_files(other, there)
        for seed, files in mine.items():
            if files in theirs.values():
                raise EntryError(
                    f"the training of {entry.algorithm} with seed {seed} is on the board already, "
                    f"in the entry {other.name!r}, and counts once. Remove that folder first if "
                    "the new entry is to stand in its place."
                )


def _record(folder: Path) -> Entry | None:
    try:
        return Entry.from_json((folder / RECORD).read_bytes())
    except (OSError, DecodeError):
        return None


def _facts(entry: Entry) -> Entry:
    """Return an entry without what a training's copy can have otherwise."""
    return replace(entry, seeds=(0,), versions={})


def _seed_files(folder: Path, entry: Entry) -> dict[int, tuple[bytes, ...]]:
    found: dict[int, list[bytes]] = {seed: [] for seed in entry.seeds}
    for name in file_names(entry):
        if name != RECORD and (folder / name).is_file():
            found[int(name.split("/")[1])].append((folder / name).read_bytes())
    return {seed: tuple(files) for seed, files in found.items()}

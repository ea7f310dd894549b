"""A leaderboard's folder: entries go in, once each; a table and a page come out.

``BOARD/entries/NAME/`` holds an entry each; ``BOARD/board.json`` and ``BOARD/index.html`` are made
from them, and made again they are equal bytes.
"""

import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboards.entry import EPISODES, LEDGER, RECORD, Entry
from leaderboards.errors import BoardError, EntryError
from leaderboards.page import render_page
from leaderboards.ranking import RankedClass, rank, to_json
from leaderboards.reading import ReadEntry, read_entry

ENTRIES = "entries"
TABLE = "board.json"
PAGE = "index.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedFiles:
    """What an entry keeps of the training with one seed.

    Attributes:
        ledger: the ledger's bytes.
        episodes: the evaluation's episodes, JSON lines.
    """

    ledger: bytes
    episodes: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """An entry that is on the board now.

    Attributes:
        entry: as it was read back.
        folder: where it is.
        is_new: False where the board had it already.
    """

    entry: ReadEntry
    folder: Path
    is_new: bool


def add_entry(board: Path, entry: Entry, seeds: Mapping[int, SeedFiles]) -> Added:
    """Write an entry, read it back and check it, and put it on a board.

    Args:
        board: the board's folder; made where it is missing.
        entry: what the entry says of itself.
        seeds: training seed -> its files.

    Raises:
        EntryError: the entry does not hold; the board is as it was.
        BoardError: the folder is something else than a board.
    """
    if board.exists():
        check_board(board)
    entries = board / ENTRIES
    entries.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".new-", dir=entries))
    try:
        _write(draft, entry, seeds)
        found = read_entry(draft)
        place = entries / found.name
        is_new = not place.exists()
        if is_new:
            draft.rename(place)
        return Added(entry=found, folder=place, is_new=is_new)
    finally:
        if draft.exists():
            shutil.rmtree(draft)


def check_board(board: Path) -> None:
    """Check that a folder is a board, or empty.

    Raises:
        BoardError: it is something else.
    """
    if not board.is_dir():
        raise BoardError(
            f"there is no leaderboard {str(board)!r}. `hgpo leaderboard add RUN --board "
            f"{board}` makes one."
        )
    if not (board / ENTRIES).is_dir() and any(board.iterdir()):
        raise BoardError(
            f"{str(board)!r} is no leaderboard: it has no folder {ENTRIES}, and is not empty. "
            "Name another folder."
        )


def read_board(board: Path) -> list[ReadEntry]:
    """Read and check every entry of a board, by name.

    Raises:
        BoardError: the folder is no board, or has no entries.
        EntryError: an entry does not hold, or its files changed after it was added.
    """
    check_board(board)
    folders = sorted(
        path for path in (board / ENTRIES).glob("*") if not path.name.startswith(".new-")
    )
    if not folders:
        raise BoardError(
            f"the leaderboard {str(board)!r} has no entry yet. Add one with "
            f"`hgpo leaderboard add RUN --board {board}`."
        )
    found = []
    for folder in folders:
        read = read_entry(folder)
        if read.name != folder.name:
            raise EntryError(
                f"the entry {folder.name!r} was changed after it was added: by its files its name "
                f"would be {read.name!r}. Restore it, or remove it and add the run again."
            )
        found.append(read)
    return found


def build_board(board: Path) -> tuple[RankedClass, ...]:
    """Rank a board's entries and write its table and its page.

    Returns:
        What they say.

    Raises:
        BoardError: the folder is no board, or has no entries.
        EntryError: an entry does not hold.
    """
    ranked = rank(read_board(board))
    for name, text in ((TABLE, to_json(ranked)), (PAGE, render_page(ranked))):
        beside = board / f".{name}.new"
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, board / name)
    return ranked


def _write(folder: Path, entry: Entry, seeds: Mapping[int, SeedFiles]) -> None:
    folder.chmod(0o755)
    (folder / RECORD).write_text(entry.to_json(), encoding="utf-8", newline="\n")
    for seed, files in seeds.items():
        place = folder / "seeds" / str(seed)
        place.mkdir(parents=True)
        (place / LEDGER).write_bytes(files.ledger)
        (place / EPISODES).write_bytes(files.episodes)

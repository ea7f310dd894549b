"""A leaderboard's folder: entries go in, once each; a table and a page come out.

``BOARD/entries/NAME/`` holds an entry each; ``BOARD/board.json`` and ``BOARD/index.html`` are made
from them, and made again they are equal bytes.
"""

import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from leaderboards.decode import DecodeError, load_json
from leaderboards.duplicates import check_new_trainings
from leaderboards.entry import EPISODES, LEDGER, RECORD, Entry
from leaderboards.errors import BoardError, EntryError
from leaderboards.files import replace_all, write_new
from leaderboards.page import render_page
from leaderboards.ranking import TABLE_FORMAT, RankedClass, rank, to_json
from leaderboards.reading import ReadEntry, read_entry

ENTRIES = "entries"
TABLE = "board.json"
PAGE = "index.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedFiles:
    """What an entry keeps of the training with one seed.

    Attributes:
        ledger: the ledger's bytes; None where no training is in the entry.
        episodes: the evaluation's episodes, JSON lines.
    """

    ledger: bytes | None
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
        EntryError: the entry does not hold, or one of its trainings is on the board already; the
            board is as it was.
        BoardError: the folder is something else than a board.
        OSError: no room or no permission; the board is as it was.
    """
    was_there = board.exists()
    if was_there:
        check_board(board)
    entries = board / ENTRIES
    try:
        entries.mkdir(parents=True, exist_ok=True)
        return _added(board, entry, seeds)
    except (OSError, EntryError):
        if not was_there:
            _remove_empty(entries, board)
        raise


def _added(board: Path, entry: Entry, seeds: Mapping[int, SeedFiles]) -> Added:
    draft = Path(tempfile.mkdtemp(prefix=".new-", dir=board / ENTRIES))
    try:
        _write(draft, entry, seeds)
        found = read_entry(draft, called=entry.algorithm)
        place = board / ENTRIES / found.name
        is_new = not place.exists()
        if is_new:
            check_new_trainings(entry_folders(board), found.entry, draft)
            is_new = _moved(draft, place)
        return Added(entry=found, folder=place, is_new=is_new)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _remove_empty(*folders: Path) -> None:
    for folder in folders:
        with suppress(OSError):  # somebody else has put something in
            folder.rmdir()


def check_board(board: Path) -> None:
    """Check that a folder is a board, or empty.

    Raises:
        BoardError: it is something else.
    """
    if board.exists() and not board.is_dir():
        raise BoardError(f"{str(board)!r} is a file, and a leaderboard is a folder. Name another.")
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
    folders = entry_folders(board)
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


def entry_folders(board: Path) -> list[Path]:
    """Return a board's entries by name; what begins with a dot is none, such as one half written.

    Raises:
        BoardError: something else lies among them.
    """
    folders = sorted(path for path in (board / ENTRIES).iterdir() if not path.name.startswith("."))
    for path in folders:
        if path.is_symlink() or not path.is_dir():
            raise BoardError(
                f"{str(path)!r} is no folder, and so no entry. Take it out of {ENTRIES}; entries "
                "are put there by `hgpo leaderboard add`."
            )
    return folders


def build_board(board: Path) -> tuple[RankedClass, ...]:
    """Rank a board's entries and write its table and its page.

    Returns:
        What they say.

    Raises:
        BoardError: the folder is no board, or has no entries.
        EntryError: an entry does not hold.
        OSError: no room or no permission; the table and the page are as they were.
    """
    ranked = rank(read_board(board))
    _check_table(board / TABLE)
    replace_all(board, {TABLE: to_json(ranked), PAGE: render_page(ranked)})
    return ranked


def _check_table(path: Path) -> None:
    """Refuse to replace the table of a later version, which may say more than this one knows."""
    try:
        told = load_json(path.read_bytes(), TABLE)
    except (FileNotFoundError, DecodeError):
        return  # a damaged table is made anew
    number = told.get("format") if isinstance(told, dict) else None
    if isinstance(number, int) and number > TABLE_FORMAT:
        raise BoardError(
            f"{str(path)!r} has the format {number}; this version of hgpo-bench writes "
            f"{TABLE_FORMAT}. A later one built the board: upgrade, or remove the file."
        )


def _moved(draft: Path, place: Path) -> bool:
    """Put an entry in its place; say whether nobody else has put it there in the meantime."""
    try:
        draft.rename(place)
    except OSError:
        if place.is_dir():
            return False
        raise
    return True


def _write(folder: Path, entry: Entry, seeds: Mapping[int, SeedFiles]) -> None:
    folder.chmod(0o755)
    write_new(folder / RECORD, entry.to_json().encode())
    for seed, files in seeds.items():
        place = folder / "seeds" / str(seed)
        place.mkdir(parents=True)
        if files.ledger is not None:
            write_new(place / LEDGER, files.ledger)
        write_new(place / EPISODES, files.episodes)

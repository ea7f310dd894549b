"""The file under a ledger: one writer at a time, whole lines only, positions to go back to."""

import errno
import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from leaderboards.ledger_file import apply_line, is_cut_off, ledger_lines
from leaderboards.ledger_record import Amount, LedgerFileError, LedgerRecord
from leaderboards.ledger_state import LedgerState


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerMark:
    """A position in a ledger file.

    Attributes:
        offset: how many bytes come before it.
        lines: how many lines come before it.
        head: the hash of the last of them.
    """

    offset: int
    lines: int
    head: str

    def to_json(self) -> dict[str, int | str]:
        """Give the position as JSON's types; `LedgerMark(**mapping)` reads it back."""
        return asdict(self)


class Journal:
    """An append-only ledger file and the sums of its lines.

    The lock is `flock` on a descriptor opened for each call, so it holds between threads, between
    processes, and between two journals in one process; a fork can't share it by accident.
    """

    def __init__(self, path: Path, *, sync: bool) -> None:
        """Stand for the file at `path`; `create` or `reopen` comes next."""
        self.path = path
        self.state = LedgerState()
        self._sync = sync
        self._offset = 0
        self._stale = False
        self._fd = -1

    def create(self, *, amounts: Mapping[str, Amount], apart: tuple[str, ...]) -> None:
        """Make the file with its first line.

        Raises:
            FileExistsError: if there is one.
        """
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
        except FileExistsError as error:
            raise FileExistsError(
                f"there is a ledger at {self.path} already, and a ledger is never overwritten. "
                "Continue it with Ledger.open, or choose another run directory."
            ) from error
        with self._locked():
            self.append("open", amounts=amounts, apart=apart)

    def reopen(self, mark: LedgerMark | None = None) -> None:
        """Read the file from its start; with a mark, cut it there.

        Raises:
            LedgerFileError: if it does not hold, or is not the mark's file; it is left unchanged.
        """
        with self._locked():
            state, offset = self._read(LedgerState(), 0, None if mark is None else mark.offset)
            if mark is not None:
                self._check_mark(mark, state, offset)
            if state.lines == 0:
                raise LedgerFileError(
                    f"{self.path}: line 1: no whole line; a ledger starts with a line 'open'."
                )
            os.ftruncate(self._fd, offset)
            self.state, self._offset, self._stale = state, offset, False

    @contextmanager
    def exclusive(self) -> Iterator[LedgerState]:
        """Hold the lock, with the sums up to date."""
        with self._locked():
            self._catch_up()
            yield self.state

    def append(
        self,
        kind: str,
        *,
        purpose: str | None = None,
        of: int | None = None,
        amounts: Mapping[str, Amount] | None = None,
        apart: tuple[str, ...] = (),
    ) -> LedgerRecord:
        """Write one line, under the lock that `exclusive` holds.

        Raises:
            LedgerFileError: if it would break a rule; nothing is written then.
            OSError: if it can't be written; the file is left as it was.
        """
        record = LedgerRecord(
            seq=self.state.lines,
            kind=kind,
            previous=self.state.head,
            purpose=purpose,
            of=of,
            amounts=amounts or {},
            apart=apart,
        )
        line, digest = record.encode()
        self._stale = True  # until both the sums and the file have it; an interrupt may come here
        self.state.apply(record, digest)
        self._write(line)
        if self._sync and kind in {"open", "commit", "close"}:
            os.fsync(self._fd)
        self._offset += len(line)
        self._stale = False
        return record

    def mark(self) -> LedgerMark:
        """Give the present position, under the lock that `exclusive` holds."""
        return LedgerMark(offset=self._offset, lines=self.state.lines, head=self.state.head)

    def sync(self) -> None:
        """Wait until the disk has every line so far."""
        with self._locked():
            os.fsync(self._fd)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        fd = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            self._fd = fd
            yield
        finally:
            fcntl.flock(fd, fcntl.LOCK_UN)
            os.close(fd)

    def _catch_up(self) -> None:
        size = os.fstat(self._fd).st_size
        if self._stale or size < self._offset:
            self.state, self._offset = LedgerState(), 0
        if size > self._offset:
            self._stale = True
            self.state, self._offset = self._read(self.state, self._offset, None)
            if self._offset < size:
                os.ftruncate(self._fd, self._offset)
        self._stale = False

    def _read(self, state: LedgerState, offset: int, end: int | None) -> tuple[LedgerState, int]:
        with open(self._fd, "rb", closefd=False) as file:
            file.seek(offset)
            for line in ledger_lines(file):
                if is_cut_off(line) or (end is not None and offset >= end):
                    break
                try:
                    apply_line(state, line)
                except LedgerFileError as error:
                    raise LedgerFileError(f"{self.path}: {error}") from error
                offset += len(line)
        return state, offset

    def _write(self, line: bytes) -> None:
        try:
            written = os.write(self._fd, line)
        except OSError as error:
            raise OSError(
                error.errno, f"the ledger could not be written, and is as it was: {error}"
            ) from error
        if written < len(line):
            os.ftruncate(self._fd, self._offset)
            raise OSError(
                errno.ENOSPC, f"the ledger could not be written, and is as it was: {self.path}"
            )

    def _check_mark(self, mark: LedgerMark, state: LedgerState, offset: int) -> None:
        if (offset, state.lines, state.head) != (mark.offset, mark.lines, mark.head):
            raise LedgerFileError(
                f"{self.path}: the ledger does not pass through the position asked for "
                f"(line {mark.lines}, byte {mark.offset}): it holds up to line {state.lines}, "
                f"byte {offset}, and its hashes there differ or it ends before. "
                "It is not the ledger of this checkpoint, or it was changed."
            )

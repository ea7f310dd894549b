"""Read a ledger file and verify it, as a stranger's: every changed byte is found and placed.

The file is append-only JSON lines (see `leaderboards.ledger_record`), each chained to the one
before by its hash. The chain shows any change that does not recompute all later hashes; an entry
therefore also records the last hash.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import BinaryIO

from leaderboards.ledger_record import (
    MAX_LINE_BYTES,
    Amount,
    LedgerFileError,
    LedgerRecord,
    parse_line,
)
from leaderboards.ledger_state import LedgerState


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerReport:
    """What a ledger file says, as far as it can be believed.

    Attributes:
        ok: whether the whole file holds.
        failure: what failed, and where; empty if nothing did.
        failed_line: the number of the line that failed, from 1; None if none did.
        truncated: whether what failed is a last line that was cut off (an interrupted write);
            all lines before it hold.
        lines: how many lines hold; the sums below are over these.
        head: the hash of the last of them.
        caps: unit -> cap.
        apart: the purposes that count against no cap.
        spent: unit -> amount committed against the caps.
        by_purpose: purpose -> unit -> amount committed, purposes apart included.
        pending: how many reservations are neither committed nor released.
        closed: whether the ledger ends with its closing line.
    """

    ok: bool
    failure: str
    failed_line: int | None
    truncated: bool
    lines: int
    head: str
    caps: Mapping[str, Amount]
    apart: tuple[str, ...]
    spent: Mapping[str, Amount]
    by_purpose: Mapping[str, Mapping[str, Amount]]
    pending: int
    closed: bool


def read_ledger(path: str | PathLike[str]) -> Iterator[LedgerRecord]:
    """Yield a ledger's records one by one, each checked against the chain and the rules.

    Args:
        path: the file.

    Raises:
        LedgerFileError: at the first line that does not hold; the message gives its number.
        OSError: if the file can't be read.
    """
    state = LedgerState()
    with open(path, "rb") as file:
        for line in ledger_lines(file):
            yield apply_line(state, line)
    if state.lines == 0:
        raise LedgerFileError("line 1: the file is empty; a ledger starts with a line 'open'.")


def verify_ledger(path: str | PathLike[str]) -> LedgerReport:
    """Check a whole ledger file and add it up.

    Args:
        path: the file.

    Returns:
        The report; a file that doesn't hold is a report with `ok=False`, not an exception.

    Raises:
        OSError: if the file can't be read.
    """
    state, failure, truncated = LedgerState(), "", False
    with open(path, "rb") as file:
        try:
            for line in ledger_lines(file):
                truncated = is_cut_off(line)
                apply_line(state, line)
        except LedgerFileError as error:
            failure = str(error)
    if not failure and state.lines == 0:
        failure = "line 1: the file is empty; a ledger starts with a line 'open'."
    return LedgerReport(
        ok=not failure,
        failure=failure,
        failed_line=state.lines + 1 if failure else None,
        truncated=truncated,
        lines=state.lines,
        head=state.head,
        caps=state.caps,
        apart=state.apart,
        spent=state.spent,
        by_purpose=state.by_purpose,
        pending=len(state.pending),
        closed=state.closed,
    )


def ledger_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield a file's lines, newline included, none longer than a ledger's line may be plus one."""
    while line := file.readline(MAX_LINE_BYTES + 1):
        yield line


def is_cut_off(line: bytes) -> bool:
    """Say whether a line is a last one whose end is missing."""
    return not line.endswith(b"\n") and len(line) <= MAX_LINE_BYTES


def apply_line(state: LedgerState, line: bytes) -> LedgerRecord:
    """Read the next line, take it into the sums, and return its record.

    Raises:
        LedgerFileError: if the line doesn't hold; the message gives its number.
    """
    number = state.lines + 1
    if is_cut_off(line):
        raise LedgerFileError(
            f"line {number}: the last line is cut off after {len(line)} bytes "
            f"(an interrupted write, or a changed end); the {state.lines} lines before it hold."
        )
    try:
        record, digest = parse_line(line)
        state.apply(record, digest)
    except LedgerFileError as error:
        raise LedgerFileError(f"line {number}: {error}.") from error
    return record

"""Files that only grow, one JSON object a line, and can be taken back to a known length."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.errors import RunError
from harness.run.atomic import sync

# made once: json.dumps makes an encoder a call where it is given options
_encode = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
).encode


def canonical(record: object) -> str:
    """Return a record as JSON that is the same bytes whenever the record is equal.

    Raises:
        ValueError: it holds NaN or an infinity.
    """
    return _encode(record)


class Journal:
    """One file of JSON lines; a line is written whole or, after a crash, cut off again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, *records: Mapping[str, object]) -> None:
        """Add records at the end."""
        text = "".join(canonical(record) + "\n" for record in records)
        with self.path.open("ab") as file:
            file.write(text.encode())

    def sync(self) -> None:
        """Wait until the disk has every record, where there are any."""
        if self.path.exists():
            sync(self.path)

    def length(self) -> int:
        """Return the bytes so far, 0 where there is no file yet."""
        return self.path.stat().st_size if self.path.exists() else 0

    def truncate(self, length: int) -> None:
        """Go back to an earlier length.

        Raises:
            RunError: the file is shorter than that: something that was kept is gone.
        """
        self.check(length)
        if self.length() > length:
            os.truncate(self.path, length)

    def check(self, length: int) -> None:
        """Refuse a file that is shorter than it was.

        Raises:
            RunError: something that was kept is gone.
        """
        have = self.length()
        if have < length:
            raise RunError(
                f"{str(self.path)!r} has {have} bytes, but the checkpoint counts on {length}. "
                "The file was cut; restore it, or start the run again in a new folder."
            )

    def read(self) -> Iterator[dict[str, object]]:
        """Yield the records.

        Raises:
            RunError: a line is no JSON object; its number is named.
        """
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    record = json.loads(line)
                except ValueError as error:
                    raise RunError(
                        f"{str(self.path)!r} line {number} is no JSON: {error}."
                    ) from error
                yield record

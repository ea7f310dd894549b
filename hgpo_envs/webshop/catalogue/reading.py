"""Read official JSON files, which may have gigabytes, one record after the other.

Nothing but the record at hand and a few mebibytes of text around it is held. A file that breaks
off or is damaged is told by the record's number and the byte at which it begins.
"""

import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import Final, NamedTuple, cast

from hgpo_envs.errors import DataError

LARGEST_RECORD: Final = 32 << 20
"""Characters; the official ones stay far below."""

_CHUNK: Final = 1 << 20
_GZIP: Final = b"\x1f\x8b"
_SPACE: Final = " \t\n\r"


class Position(NamedTuple):
    """Where a record is in its file.

    Attributes:
        record: its number, from 0.
        byte: where it begins, after decompression.
    """

    record: int
    byte: int


def read_records(path: Path) -> Iterator[tuple[Position, object]]:
    """Read the records of a JSON array, plain or gzipped.

    Raises:
        DataError: the file can't be read, is no JSON array, or is damaged.
    """
    with _opened(path) as file:
        text = _Text(path, file)
        text.begin("[", "an array of products")
        while text.another("]"):
            position = text.position
            yield position, text.value()
        text.end()


def read_entries(path: Path) -> Iterator[tuple[Position, str, object]]:
    """Read the entries of a JSON object, plain or gzipped.

    Raises:
        DataError: the file can't be read, is no JSON object, or is damaged.
    """
    with _opened(path) as file:
        text = _Text(path, file)
        text.begin("{", "an object by ASIN")
        while text.another("}"):
            position = text.position
            key = text.value()
            if not isinstance(key, str) or not text.passed(":"):
                raise text.damage("expected a name, a colon and a value")
            yield position, key, text.value()
        text.end()


def _opened(path: Path) -> BufferedIOBase:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP
        return cast("BufferedIOBase", gzip.open(path, "rb") if packed else path.open("rb"))
    except OSError as error:
        raise DataError(f"{str(path)!r} can't be read: {error.strerror}.") from error


class _Text:
    """The text of a file, of which only the part at hand is held.

    Args:
        path: what messages name.
        file: its content.
    """

    def __init__(self, path: Path, file: BufferedIOBase) -> None:
        self._path = path
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._decode = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._measured = 0
        self._bytes = 0
        self._ended = False
        self._broken = ""
        self._begun = False
        self._record = 0
        self.position = Position(0, 0)

    def begin(self, bracket: str, expected: str) -> None:
        """Pass the bracket that the file must begin with."""
        if not self.passed(bracket):
            found = repr(self._text[self._at : self._at + 20]) if self._peek() else "nothing"
            raise DataError(
                f"{str(self._path)!r} begins with {found}; expected {bracket!r}, {expected}. "
                "Name the official file."
            )

    def another(self, bracket: str) -> bool:
        """Whether another record follows; if not, the closing bracket is passed."""
        self._drop_passed()
        if self.passed(bracket):
            return False
        if self._begun and not self.passed(","):
            found = f"{self._peek()!r} follows it" if self._peek() else "the file ends after it"
            raise self.damage(f"{found}, expected ',' or {bracket!r}")
        self._record += self._begun
        self._begun = True
        self._peek()
        self.position = Position(self._record, self._byte())
        return True

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self._peek():
            raise self.damage(f"{self._text[self._at : self._at + 20]!r} follows the end")

    def passed(self, character: str) -> bool:
        """Whether this is the next character that is no space; if so it is passed."""
        if self._peek() != character:
            return False
        self._at += 1
        return True

    def value(self) -> object:
        """Pass a JSON value, and return it."""
        self._peek()
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or not self._text[error.pos :].strip()
                reason = f"{error.msg}, {error.pos - self._at:,} characters on"
            except (ValueError, RecursionError) as error:
                raise self.damage(str(error)) from error
            else:
                if end < len(self._text) or not self._more():  # a number may go on
                    self._at = end
                    return value
                continue
            if len(self._text) - self._at > LARGEST_RECORD or not self._more():
                raise self.damage("the file ends in it" if cut and self._ended else reason)

    def damage(self, reason: str) -> DataError:
        """Return the error about what can't be read here."""
        return DataError(
            f"{str(self._path)!r} is damaged at record {self.position.record:,} (counted from 0), "
            f"which begins at byte {self.position.byte:,}: {reason}. Get the file again."
        )

    def _peek(self) -> str:
        """Return the next character that is no space, or nothing at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def _more(self) -> bool:
        """Read on, as much as is held at least, and tell whether anything came.

        What stands before a damage is given first.
        """
        if self._broken:
            raise self.damage(self._broken)
        if self._ended:
            return False
        self._drop_passed()
        raw = self._read(max(_CHUNK, len(self._text)))
        try:
            self._text += self._decoder.decode(raw, final=self._ended)
        except UnicodeDecodeError as error:
            self._text += error.object[: error.start].decode()
            self._broken = f"not UTF-8 ({error.reason})"
        return bool(raw) or bool(self._broken)

    def _read(self, wanted: int) -> bytes:
        raw = bytearray()
        try:
            while len(raw) < wanted and not self._ended:
                piece = self._file.read1(wanted)
                self._ended = not piece
                raw += piece
        except (OSError, EOFError, zlib.error) as error:
            self._broken = f"the file can't be read on ({error})"
        return bytes(raw)

    def _drop_passed(self) -> None:
        if self._at > _CHUNK // 2 or self._at == len(self._text):
            self._byte()
            self._text = self._text[self._at :]
            self._at = self._measured = 0

    def _byte(self) -> int:
        """Return how many bytes were passed."""
        passed = self._text[self._measured : self._at]
        self._bytes += len(passed) if passed.isascii() else len(passed.encode())
        self._measured = self._at
        return self._bytes

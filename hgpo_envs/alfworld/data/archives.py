"""Read the data set's files out of archives that nobody vouches for.

Nothing is unpacked by name: a member's path only says which game a file belongs to, its content is
read up to a limit, and links, devices and all other files are passed over.
"""

import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from lzma import LZMAError
from pathlib import Path
from tarfile import EOFHeaderError, HeaderError, ReadError  # type: ignore[attr-defined]
from typing import IO, Literal, Self

from hgpo_envs.alfworld.data.sources import LARGEST, Member, place_of, too_large
from hgpo_envs.errors import DataError

MOST_BYTES = 64 << 30
"""Of all that an archive unpacks to; the whole official data set, annotations included, has less
than a tenth."""

MOST_MEMBERS = 500_000

_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_COMPRESSED = (_ZSTANDARD, b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
_BROKEN = (tarfile.TarError, zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError)


class _StrictHeader(tarfile.TarInfo):
    """A header of a tar that has to be whole: a damaged one is no end of the archive."""

    @classmethod
    def fromtarfile(cls, tarfile: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile)
        except EOFHeaderError:  # two blocks of zeros, as it should end
            raise
        except HeaderError as error:
            raise ReadError(f"{error}, {tarfile.offset:,} bytes into the tar") from error


def is_archive(path: Path) -> bool:
    """Whether a file is a zip or a tar, or compressed as a tar may be, by its content."""
    with path.open("rb") as file:
        if file.read(6).startswith(_COMPRESSED):
            return True
    return zipfile.is_zipfile(path) or tarfile.is_tarfile(path)


def archive_members(path: Path) -> Iterator[Member]:
    """Find the data set's files in an archive, in its own order.

    Raises:
        DataError: the archive is damaged, holds a path that leads out of it, or unpacks to more
            than any data set has.
    """
    members = _zip_members(path) if zipfile.is_zipfile(path) else _tar_members(path)
    with _damage_told(path):
        yield from members


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:  # an encrypted zip
        raise DataError(f"the archive {str(path)!r} can't be read: {error}.") from error
    except _BROKEN as error:
        raise DataError(
            f"the archive {str(path)!r} is damaged: {str(error) or type(error).__name__}. "
            "Get it again; nothing of it was taken."
        ) from error


def _zip_members(path: Path) -> Iterator[Member]:
    with zipfile.ZipFile(path) as bundle:
        entries = bundle.infolist()
        _check_size(path, sum(entry.file_size for entry in entries), len(entries))
        for number, entry in enumerate(entries):
            member = _member(path, entry.filename, number / len(entries))
            if member is None or not _is_file(entry):
                continue
            with bundle.open(entry) as file:
                yield _readable(path, member, file)


def _is_file(entry: zipfile.ZipInfo) -> bool:
    """Whether it is no folder, link or device; systems without such modes write none."""
    return not entry.is_dir() and stat.S_IFMT(entry.external_attr >> 16) in {0, stat.S_IFREG}


def _tar_members(path: Path) -> Iterator[Member]:
    length = max(path.stat().st_size, 1)
    with path.open("rb") as raw, _decompressed(path, raw) as bundle:
        size = 0
        for number, entry in enumerate(bundle, start=1):
            size += entry.size
            _check_size(path, size, number)
            member = _member(path, entry.name, min(raw.tell() / length, 1.0))
            file = bundle.extractfile(entry) if member is not None and entry.isreg() else None
            if member is not None and file is not None:
                yield _readable(path, member, file)


@contextmanager
def _decompressed(path: Path, raw: IO[bytes]) -> Iterator[tarfile.TarFile]:
    if not _is_zstandard(path):
        with _opened(raw, "r:*") as bundle:
            yield bundle
        return
    from zstandard import ZstdDecompressor, ZstdError

    try:
        stream = ZstdDecompressor().stream_reader(raw, read_across_frames=True)
        with stream, _opened(stream, "r|") as bundle:
            yield bundle
    except ZstdError as error:
        raise ReadError(str(error)) from error


def _opened(file: IO[bytes], mode: Literal["r:*", "r|"]) -> tarfile.TarFile:
    try:
        return tarfile.open(fileobj=file, mode=mode, tarinfo=_StrictHeader)
    except ReadError as error:
        raise ReadError("no tar is in it, or it was cut at its beginning") from error


def _member(archive: Path, name: str, done: float) -> Member | None:
    """Return the member that a path stands for; its content can't be read yet.

    Raises:
        DataError: the path leads out of the archive.
    """
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\x00" in name:
        raise DataError(
            f"the archive {str(archive)!r} holds {name!r}, a path that leads out of it. "
            "Such an archive is not to be trusted; nothing of it was taken."
        )
    place = place_of([part for part in parts if part not in {"", "."}])
    if place is None or "\\" in place[1]:
        return None
    split, task, file_name = place
    where = f"{archive}:{name}"
    return Member(split=split, task=task, name=file_name, where=where, done=done, read=bytes)


def _readable(archive: Path, member: Member, file: IO[bytes]) -> Member:
    largest = LARGEST[member.name]

    def read() -> bytes:
        with _damage_told(archive):
            content = file.read(largest + 1)
        if len(content) > largest:
            raise too_large(member.where, largest)
        return content

    return replace(member, read=read)


def _check_size(path: Path, size: int, members: int) -> None:
    if size > MOST_BYTES or members > MOST_MEMBERS:
        raise DataError(
            f"the archive {str(path)!r} unpacks to more than {MOST_BYTES >> 30} GiB or "
            f"{MOST_MEMBERS:,} files, which the data set never has. Name the right one."
        )


def _is_zstandard(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == _ZSTANDARD

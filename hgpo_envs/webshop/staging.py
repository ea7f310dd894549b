"""Make a folder whole or not at all, also where others make the same one or the disk gets full."""

import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hgpo_envs.errors import DataError


@contextmanager
def locked(target: Path, *, wait: bool, named_by: str = "--to") -> Iterator[None]:
    """Be the only one who makes a folder; remains of an interrupted making are cleared away.

    Args:
        target: the folder.
        wait: whether to wait for another one who makes it.
        named_by: what names another place, for messages.

    Raises:
        DataError: another one makes it and ``wait`` is False, there is no room, or nothing can be
            written there.
    """
    with _told(target, named_by):
        target.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(_lock_of(target), os.O_CREAT | os.O_RDWR, 0o644)
        try:
            _take(number, target, wait=wait)
            _clear_remains(target)
            yield
        finally:
            os.close(number)


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Give a new folder that takes the target's place when the block ends well.

    Only for one who has it ``locked``.

    Raises:
        OSError: there is no room, or no permission; nothing was changed.
    """
    work = Path(tempfile.mkdtemp(dir=target.parent, prefix=_prefix(target)))
    try:
        yield work
        work.chmod(0o755)
        os.sync()
        if target.exists():
            target.rename(_aside(target))
        work.rename(target)
        shutil.rmtree(_aside(target), ignore_errors=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _told(target: Path, named_by: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        raise DataError(
            f"can't write {str(target)!r}: {error.strerror or error}. What was there is as it was. "
            f"{'Make room, or name' if full else 'Name'} another folder with {named_by}."
        ) from error


def _take(number: int, target: Path, *, wait: bool) -> None:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise DataError(
            f"{str(target)!r} is being written by another process. Wait for it, and repeat."
        ) from None


def _clear_remains(target: Path) -> None:
    """Put back what an interrupted exchange took away; remove all other remains."""
    aside = _aside(target)
    if aside.exists() and not target.exists():
        aside.rename(target)
    for remains in sorted(target.parent.glob(f"{_prefix(target)}*")):
        shutil.rmtree(remains, ignore_errors=True)


def _prefix(target: Path) -> str:
    return f".{target.name}.new-"


def _aside(target: Path) -> Path:
    return target.with_name(f"{_prefix(target)}before")


def _lock_of(target: Path) -> Path:
    return target.with_name(f".{target.name}.lock")

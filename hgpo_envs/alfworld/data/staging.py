"""Bring files into a data root so that a split is there whole, as it was before, or not at all.

New files are first written to a folder of their own within the root; the files that a split has
already are linked to them; then the split's folder is exchanged by renaming. Whatever ends an
import before that leaves the data as they were, and the next import clears its remains away.
"""

import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hgpo_envs.alfworld.data.layout import VERSION
from hgpo_envs.errors import DataError

_WORK = "import-"
_ASIDE = "replaced-"


class Staging:
    """The new files of an import, beside the data that they are to join.

    Args:
        root: the folder that holds ``json_2.1.1``, or is to hold it.
    """

    def __init__(self, root: Path) -> None:
        self._data = root / VERSION
        self._private = root / ".hgpo"
        self._work: Path | None = None
        self._lock: int | None = None

    def recover(self) -> None:
        """Put back the splits that an interrupted exchange took away, before anything is compared.

        Raises:
            DataError: another import into this root is at work.
            OSError: no permission.
        """
        if any(self._private.glob(f"{_ASIDE}*")):
            self._begin()

    def write(self, path: str, content: bytes) -> None:
        """Set a file aside for the place ``path`` below ``json_2.1.1``.

        Raises:
            DataError: another import into this root is at work, or the split is a link.
            OSError: there is no room, or no permission.
        """
        target = self._begin() / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def install(self) -> None:
        """Put all files in their places.

        Raises:
            DataError: a split is a link to a folder elsewhere.
            OSError: there is no room, or no permission.
        """
        if self._work is None:
            return
        splits = sorted(os.listdir(self._work))
        for split in splits:
            refuse_link(self._data / split)
            if (self._data / split).exists():
                _link_missing(self._data / split, self._work / split)
        os.sync()
        self._data.mkdir(exist_ok=True)
        for split in splits:
            self._exchange(self._work / split, self._data / split)

    def close(self) -> None:
        """Remove what was not installed."""
        if self._work is not None:
            shutil.rmtree(self._work, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
        self._work = self._lock = None

    def _begin(self) -> Path:
        if self._work is None:
            refuse_link(self._data)
            self._private.mkdir(parents=True, exist_ok=True)
            self._lock = _take_lock(self._private / "import.lock")
            self._clear_remains()
            self._work = Path(tempfile.mkdtemp(dir=self._private, prefix=_WORK))
        return self._work

    def _clear_remains(self) -> None:
        """Put back a split that an interrupted exchange took away; remove all other remains."""
        for path in sorted(self._private.iterdir()):
            split = self._data / path.name.removeprefix(_ASIDE)
            if path.name.startswith(_ASIDE) and not split.exists():
                path.rename(split)
            elif path.name.startswith((_ASIDE, _WORK)):
                shutil.rmtree(path)

    def _exchange(self, new: Path, split: Path) -> None:
        if not split.exists():
            new.rename(split)
            return
        aside = self._private / f"{_ASIDE}{split.name}"
        split.rename(aside)
        new.rename(split)
        shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def staging(root: Path) -> Iterator[Staging]:
    """Give a staging that leaves nothing behind, however the block ends.

    Raises:
        DataError: the disk has no room, or the root can't be written to.
    """
    stage = Staging(root)
    try:
        yield stage
    except OSError as error:
        raise DataError(
            f"can't import into {str(root)!r}: {error.strerror or error}. The data there are as "
            f"they were. {_advice(error)}"
        ) from error
    finally:
        stage.close()


def refuse_link(folder: Path) -> None:
    """Refuse to write through a link into somebody else's folder.

    Raises:
        DataError: the folder is one.
    """
    if folder.is_symlink():
        raise DataError(
            f"{str(folder)!r} is a link to {os.readlink(folder)!r}, and nothing is written there. "
            "Remove the link, or import with --to into another folder."
        )


def _advice(error: OSError) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "Make room, or name another disk's folder with --to."
    return "Name a folder that you may write to with --to."


def _take_lock(path: Path) -> int:
    number = os.open(path, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        raise DataError(
            f"another import into {str(path.parents[1])!r} is at work. Wait for it, and repeat."
        ) from None
    return number


def _link_missing(old: Path, new: Path) -> None:
    """Link every file of ``old`` that ``new`` has not into ``new``; copy where links don't work."""
    for folder, _, names in os.walk(old):
        beside = new / Path(folder).relative_to(old)
        beside.mkdir(exist_ok=True)
        for name in names:
            source, target = os.path.join(folder, name), beside / name
            if not target.exists():
                _link_or_copy(source, target)


def _link_or_copy(source: str, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)

"""Write a file so that it is there whole or not at all."""

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write to a neighbour, wait for the disk, rename, wait again; a failure leaves the old file.

    Raises:
        OSError: no room, no permission, no such folder.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(path: Path) -> None:
    """Wait until the disk has what was written to a file, or which files a folder has.

    Raises:
        OSError: there is none, or the disk can't.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

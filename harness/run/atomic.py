"""Write a file, or make a folder, so that it is there whole or not at all."""

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


def make_folder(path: Path) -> None:
    """Make a folder, and those that it is in, and wait until the disk has their names.

    Raises:
        OSError: no room, no permission, or a file has the name.
    """
    made = []
    folder = path
    while not folder.exists():
        made.append(folder)
        folder = folder.parent
    path.mkdir(parents=True, exist_ok=True)
    for folder in made:
        sync(folder.parent)


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

"""Write files so that a full disk, or an end in the middle, costs nothing that was there."""

import os
from collections.abc import Mapping
from pathlib import Path


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is on the disk when this returns.

    Raises:
        OSError: no room, no permission, no such folder.
    """
    try:
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if error.filename is None:  # only opening a file tells its name
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def replace_all(folder: Path, texts: Mapping[str, str]) -> None:
    """Replace files of a folder, none of them before all are written beside the old ones.

    Raises:
        OSError: no room, no permission, no such folder; the old files are there still.
    """
    beside = {name: folder / f".{name}.new" for name in texts}
    try:
        for name, text in texts.items():
            write_new(beside[name], text.encode())
        for name, path in beside.items():
            path.replace(folder / name)
    finally:
        for path in beside.values():
            path.unlink(missing_ok=True)

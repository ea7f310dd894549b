"""Write a file so that it is there whole or not at all."""

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write to a neighbour, wait for the disk, rename; a failure leaves the old file.

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

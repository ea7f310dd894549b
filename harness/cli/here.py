"""Modules of the folder that a command is started in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import harness


@contextmanager
def modules_of_this_folder() -> Iterator[None]:
    """Let ``module:Class`` name a module of the current folder, after all that is installed.

    An installed script has its own folder on the path instead of this one. The suite's own folder
    comes first: where a checkout is installed it is not on the path, and a folder ``agents`` or
    ``algorithms`` here would be taken for the suite's.
    """
    folder = os.getcwd()
    if folder in sys.path or "" in sys.path:
        yield
        return
    suite = str(Path(harness.__file__).parents[1])
    added = [path for path in dict.fromkeys((suite, folder)) if path not in sys.path]
    sys.path.extend(added)
    try:
        yield
    finally:
        for path in added:
            sys.path.remove(path)

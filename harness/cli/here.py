"""Modules of the folder that a command is started in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def modules_of_this_folder() -> Iterator[None]:
    """Let ``module:Class`` name a module of the current folder, after all that is installed.

    An installed script has its own folder on the path instead of this one.
    """
    folder = os.getcwd()
    if folder in sys.path or "" in sys.path:
        yield
        return
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path.remove(folder)

"""Hold Python's cycle collector back while something is built that stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Let no cycle collection run in the block, then leave the collector as it was.

    Loading a game makes thousands of tuples, none of which is garbage before it ends: the
    collector would look through them, and through all games loaded before, again and again. Where
    threads overlap in it, collection may return early for one of them; it always returns.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

"""Memory that is a process's own, and that of a whole tree of processes (Linux alone tells)."""

from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")
_KB = 1e3 / 1e6


def private_mb() -> float:
    """Return the memory that no file backs, in MB: all that a worker adds to a shared store."""
    return _share("self", "Anonymous:")


def tree_mb(root: int) -> float:
    """Return the proportional share of memory of a process and all below it, in MB."""
    return sum(_share(str(pid), "Pss:") for pid in _tree(root))


def _tree(root: int) -> Iterator[int]:
    yield root
    for task in (_PROC / str(root) / "task").glob("*/children"):
        try:
            children = task.read_text(encoding="ascii").split()
        except OSError:  # it has just ended
            continue
        for child in children:
            yield from _tree(int(child))


def _share(pid: str, field: str) -> float:
    try:
        lines = (_PROC / pid / "smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:  # it has just ended
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(field)) * _KB

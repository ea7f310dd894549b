"""How much memory this process holds."""

import gc
import os
import resource
import sys
from pathlib import Path

_STATM = Path("/proc/self/statm")


def resident_mb() -> float:
    """Return the resident set in megabytes (10⁶ bytes), after the garbage is collected.

    Where the system doesn't tell the present size (macOS), it is the largest one so far.
    """
    gc.collect()
    if _STATM.exists():
        pages = int(_STATM.read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3

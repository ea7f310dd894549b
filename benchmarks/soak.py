"""Reset one environment many times and tell whether its memory grows.

Example::

    python -m benchmarks.soak --resets 100000
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.games import open_source
from benchmarks.memory import Soak, soak

#: Megabytes that a process may grow by over the second half of its resets.
ALLOWED_MB = 10.0


def verdict(found: Soak) -> tuple[bool, str]:
    """Return whether memory stayed level over the second half of the resets, in words too."""
    growth = found.end_mb - found.middle_mb
    level = growth <= ALLOWED_MB
    return level, (
        f"{found.resets:,} resets over {found.games:,} games, {found.steps} random steps each: "
        f"{found.curve[0][1]:.0f} MB before, {found.middle_mb:.0f} MB at half, {found.end_mb:.0f} "
        f"MB at the end; {growth:+.1f} MB over the second half is "
        f"{'level' if level else f'more than the {ALLOWED_MB:.0f} MB that pass as level'}"
    )


def main() -> int:
    """Measure, tell, and return 0 only if memory stayed level."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--data", help="folder that holds json_2.1.1 (default: ALFWORLD_DATA)")
    parser.add_argument("--resets", type=int, default=100_000, help="resets in all")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="games-") as scratch:
        source = open_source(given.data or os.environ.get("ALFWORLD_DATA"), Path(scratch))
    found = soak(source.few, games=source.few.games, resets=given.resets)
    level, words = verdict(found)
    sys.stdout.write(f"{source.name}: {words}\n")
    return 0 if level else 1


if __name__ == "__main__":
    sys.exit(main())

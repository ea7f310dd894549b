"""Kill a small comparison at random moments, and compare its end with that of a quiet one.

Example::

    python -m benchmarks.crash --kills 200 --seed 0
"""

import argparse
import sys
import tempfile
from pathlib import Path

import torch

from benchmarks.crash.soak import Killer, verdict


def main() -> int:
    """Kill, tell, and return 0 only if nothing came of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    given = parser.parse_args()
    torch.set_num_threads(1)  # threads of a library don't live on in a forked process
    with tempfile.TemporaryDirectory(prefix="killed-") as scratch:
        found = Killer(given.kills, given.seed, sys.stderr.write).run(Path(scratch))
    sys.stdout.write(verdict(found) + "\n")
    return 0 if found.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())

"""Train every algorithm of the zoo under one budget and write docs/zoo.md and docs/zoo.json.

What is finished in the folder of the run is kept: the same command goes on where it was stopped.

Example::

    python -m benchmarks.zoo --run runs/zoo
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import algorithms
from benchmarks.child import ROOT
from benchmarks.zoo.page import page

DOCS = ROOT / "docs"

_HGPO = "import sys; from harness.cli.main import main; sys.exit(main())"

SEEDS = 5

CAPS = {"budget.env_steps": 100_000, "budget.flops": 400_000_000_000}
"""Two fifths of what the preset allows, so that so many algorithms take an hour or less."""


def main() -> None:
    """Compare, or write the page anew from the numbers that are there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.zoo", description=__doc__)
    parser.add_argument("--run", type=Path, default=Path("runs/zoo"), help="folder of the run")
    parser.add_argument("--out", type=Path, default=DOCS, help="folder to write to")
    parser.add_argument("--page", action="store_true", help="only write the page anew")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    record = given.out / "zoo.json"
    if not given.page:
        compare(given.run, record)
    told = json.loads(record.read_bytes())
    (given.out / "zoo.md").write_text(page(told), encoding="utf-8")


def settings() -> list[str]:
    """Return the words of the comparison, without its folder."""
    caps = [f"{key}={value}" for key, value in CAPS.items()]
    return [
        "+preset=quick",
        f"algorithms=[{','.join(algorithms.names())}]",
        f"seeds={SEEDS}",
        *caps,
    ]


def compare(run: Path, record: Path) -> None:
    """Run the product's own command; its messages are the user's, and so is its exit code."""
    command = [sys.executable, "-c", _HGPO, "compare", *settings()]
    done = subprocess.run([*command, f"run.dir={run}", "--json", str(record)], check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()

"""The flags of every measurement that writes a page and the record that it is made from."""

import argparse
from pathlib import Path

from benchmarks import child

DOCS = child.ROOT / "docs"


def page_parser(module: str, description: str | None, *, quick: str) -> argparse.ArgumentParser:
    """Return a parser with ``--quick``, ``--out`` and ``--page``; further flags can be added.

    Args:
        module: what ``python -m`` runs.
        description: what it does.
        quick: what ``--quick`` leaves out.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=description)
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--out", type=Path, default=DOCS, help="folder to write to")
    parser.add_argument("--page", action="store_true", help="only write the page anew")
    return parser

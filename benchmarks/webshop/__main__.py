"""Measure WebShop and write docs/performance-webshop.md and its data.

Example::

    python -m benchmarks.webshop --data DIR --original CHECKOUT --original-python PYTHON
"""

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks import child
from benchmarks.flags import page_parser
from benchmarks.record import machine, versions
from benchmarks.webshop import scale
from benchmarks.webshop.beside import Original, Plan, measure
from benchmarks.webshop.measures import Found
from benchmarks.webshop.page import page
from benchmarks.webshop.reading import load
from benchmarks.webshop.work import Catalogue

RECORD, PAGE = "performance-webshop.json", "performance-webshop.md"
FILES = (
    ("1,000", "items_shuffle_1000.json", "items_ins_v2_1000.json", 1000),
    ("20,000", "items_shuffle_20k.json", "items_ins_v2_20k.json", None),
)
HUMAN = "items_human_ins.json"
DRAW_SEED = 7


def main() -> None:
    """Measure, or write the page anew from the numbers that are there."""
    given = _arguments().parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if not given.page:
        found = asdict(_measure(given))
        (given.out / RECORD).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (given.out / PAGE).write_text(page(load(given.out / RECORD)), encoding="utf-8")


def _arguments() -> argparse.ArgumentParser:
    parser = page_parser("benchmarks.webshop", __doc__, quick="a tenth of everything")
    parser.add_argument("--data", help="folder of catalogues (default: WEBSHOP_DATA)")
    parser.add_argument("--original", default="", help="checkout of the original, with its index")
    parser.add_argument("--original-python", default=sys.executable, help="where it runs")
    parser.add_argument("--products", type=int, default=1_200_000, help="of the big catalogue")
    parser.add_argument("--folder", type=Path, help="keep the big catalogue here")
    return parser


def _measure(given: argparse.Namespace) -> Found:
    share = 10 if given.quick else 1
    original = Original(folder=given.original, python=given.original_python)
    with tempfile.TemporaryDirectory(prefix="webshop-") as scratch:
        plan = Plan(
            catalogues=_catalogues(given.data or os.environ.get("WEBSHOP_DATA"), Path(scratch)),
            original=original,
            episodes=60 // share,
            queries=400 // share,
            say=_say,
        )
        shops = measure(plan) if plan.catalogues else None
        envs = 256
        crowd = child.run(
            "benchmarks.webshop.many:live",
            {"env": "WebShopGen-v0", "options": {}, "envs": envs, "steps": 30},
        )
        _say(f"{given.products // share:,} products ...")
        found = scale.measure(
            given.products // share, given.folder or Path(scratch), searches=2000 // share
        )
    return Found(
        command=_command(given),
        machine=machine(),
        versions=versions(_original_versions(original)),
        shops=shops,
        scale=found,
        crowd_envs=envs,
        crowd_mb=float(crowd["resident_mb"]),  # type: ignore[arg-type]
    )


def _catalogues(data: str | None, scratch: Path) -> tuple[Catalogue, ...]:
    """Unpack the catalogues that are there: the original reads plain files alone."""
    if not data:
        _say("no folder of official catalogues was given: measuring on generated products alone")
        return ()
    for name in (HUMAN, *(name for _, *names, _ in FILES for name in names)):
        packed = Path(data, f"{name}.gz")
        if packed.exists():
            with gzip.open(packed) as source, (scratch / name).open("wb") as target:
                shutil.copyfileobj(source, target)
        elif Path(data, name).exists():
            (scratch / name).symlink_to(Path(data, name).absolute())
    return tuple(
        Catalogue(
            name=name,
            data=str(scratch),
            products=products,
            attributes=attributes,
            index=index,
            draw_seed=DRAW_SEED,
        )
        for name, products, attributes, index in FILES
        if (scratch / products).exists()
    )


def _original_versions(original: Original) -> dict[str, object]:
    if not original.folder:
        return {}
    return child.run("benchmarks.webshop.original:versions", {}, python=original.python)


def _command(given: argparse.Namespace) -> str:
    words = ["make perf-webshop"]
    if given.data or os.environ.get("WEBSHOP_DATA"):
        words.append("WEBSHOP=FOLDER")
    if given.original:
        words += ["ORIGINAL=CHECKOUT", "ORIGINAL_PYTHON=PYTHON"]
    if given.quick:
        words.append("QUICK=1")
    return " ".join(words)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()

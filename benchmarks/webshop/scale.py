"""A catalogue of a million products: importing, opening, searching, memory."""

import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TypedDict, cast

from benchmarks import child
from benchmarks.webshop.draws import query
from benchmarks.webshop.private import private_mb, tree_mb

FILE = "items_shuffle.json"
_HGPO = "import sys; from harness.cli.main import main; sys.exit(main())"


class Scale(TypedDict):
    """What was measured.

    Attributes:
        products: products in the catalogue.
        files_mb: size of the official files.
        store_mb: size of the store.
        import_s: seconds of the import, wall clock.
        import_mb: the most memory that all its processes held together.
        open_s: seconds to open the store in a fresh process.
        search_p50_s: median seconds of a search with the cards of its page.
        search_p99_s: its 99th percentile.
        searches: how many searches.
        worker_mb: memory of that process that no shared file backs, before and after.
        worker_start_mb: the same before the store was opened.
    """

    products: int
    files_mb: float
    store_mb: float
    import_s: float
    import_mb: float
    open_s: float
    search_p50_s: float
    search_p99_s: float
    searches: int
    worker_mb: float
    worker_start_mb: float


def measure(products: int, folder: Path, searches: int) -> Scale:
    """Generate official files, import them, and use the store in a fresh process."""
    raw, store = folder / "raw", folder / "store"
    if not raw.exists():
        _hgpo("data", "generate", "webshop", "--products", str(products), "--to", str(raw))
    took, peak = _import(raw, store)
    work: Use = {"store": str(store), "searches": searches, "seed": 0}
    used = child.run("benchmarks.webshop.scale:use", work)
    made = {
        "products": products,
        "files_mb": _size_mb(raw),
        "store_mb": _size_mb(store),
        "import_s": took,
        "import_mb": peak,
    }
    return cast("Scale", {**made, **used})


class Use(TypedDict):
    """What the fresh process does with the store."""

    store: str
    searches: int
    seed: int


def use(work: Use) -> dict[str, float]:
    """Open the store and search in it."""
    from hgpo_envs.webshop import open_store

    before = private_mb()
    began = time.perf_counter()
    store = open_store(work["store"])
    opened = time.perf_counter() - began
    chance = random.Random(work["seed"])
    goals = chance.choices(store.goals, k=work["searches"])
    seconds = []
    for goal in goals:
        text = query(goal.instruction, chance)
        began = time.perf_counter()
        store.cards([asin for asin, _ in store.search(text)[:10]])
        seconds.append(time.perf_counter() - began)
    for goal in goals[:100]:
        store.product(goal.asin)
    hundredths = statistics.quantiles(seconds, n=100, method="inclusive")
    return {
        "open_s": opened,
        "search_p50_s": statistics.median(seconds),
        "search_p99_s": hundredths[98],
        "searches": len(seconds),
        "worker_mb": private_mb(),
        "worker_start_mb": before,
    }


def _import(raw: Path, store: Path) -> tuple[float, float]:
    """Run the import; return its seconds and the most memory that it held."""
    began = time.perf_counter()
    words = _command("data", "import", str(raw), "--to", str(store), "--quiet")
    with subprocess.Popen(words, cwd=child.ROOT) as process:
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, tree_mb(process.pid))
            time.sleep(0.5)
    if process.returncode:
        raise child.ChildError(f"{' '.join(words)} ended with exit status {process.returncode}.")
    return time.perf_counter() - began, peak


def _hgpo(*words: str) -> None:
    subprocess.run(_command(*words), check=True, cwd=child.ROOT)


def _command(*words: str) -> list[str]:
    return [sys.executable, "-c", _HGPO, *words]


def _size_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6

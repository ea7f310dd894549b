"""Both shops in turn, each block in a fresh process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from benchmarks import child
from benchmarks.webshop.draws import Draw, Drawn
from benchmarks.webshop.measures import (
    Row,
    Shops,
    agreeing,
    median_mb,
    rows_of_play,
    rows_of_search,
)
from benchmarks.webshop.work import Catalogue, Nouns, Play, Played, Search, Searched

MODES = ("text", "text_rich", "html")


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """Where the original runs: its checkout and its Python; empty where it doesn't."""

    folder: str = ""
    python: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured of each catalogue."""

    catalogues: tuple[Catalogue, ...]
    original: Original
    episodes: int
    queries: int
    say: Callable[[str], None]


def measure(plan: Plan) -> Shops:
    """Measure every catalogue."""
    rows: list[Row] = []
    totals = dict.fromkeys(("episodes", "same", "queries", "same_hits"), 0)
    memory: list[tuple[float, float | None]] = []
    _share_nouns(plan)
    for catalogue in plan.catalogues:
        plan.say(f"{catalogue['name']} products ...")
        drawn = _draw(plan, catalogue)
        pairs = [_play(plan, catalogue, mode, drawn) for mode in MODES]
        ours = [mine for mine, _ in pairs]
        original = [theirs for _, theirs in pairs if theirs is not None]
        rows += rows_of_play(catalogue["name"], ours, original)
        found, expected = _search(plan, catalogue, drawn)
        rows.append(rows_of_search(catalogue["name"], [found], [expected] if expected else []))
        memory.append((median_mb(ours), median_mb(original) if original else None))
        if expected is not None:
            totals["episodes"] += sum(len(one["digests"]) for one in ours)
            totals["same"] += sum(
                agreeing(mine["digests"], theirs["digests"])
                for mine, theirs in zip(ours, original, strict=True)
            )
            totals["queries"] += len(found["found"])
            totals["same_hits"] += agreeing(found["found"], expected["found"])
    return Shops(rows=tuple(rows), ours_mb=memory[-1][0], original_mb=memory[-1][1], **totals)


def _share_nouns(plan: Plan) -> None:
    """Lay what the original finds in titles beside the catalogues: both are to judge alike."""
    for number, catalogue in enumerate(plan.catalogues if plan.original.folder else ()):
        plan.say(f"nouns of {catalogue['name']} titles ...")
        work: Nouns = {"catalogue": catalogue, "original": plan.original.folder}
        lists = cast("list[object]", _original(plan, "nouns", work))
        path = Path(catalogue["data"], f"title_nouns_{number}.jsonl")
        path.write_text("".join(json.dumps(one) + "\n" for one in lists), encoding="utf-8")


def _draw(plan: Plan, catalogue: Catalogue) -> Drawn:
    work: Draw = {
        "catalogue": catalogue,
        "episodes": plan.episodes,
        "queries": plan.queries,
        "seed": 0,
    }
    return child.run("benchmarks.webshop.draws:draw", work)  # type: ignore[return-value]


def _play(
    plan: Plan, catalogue: Catalogue, mode: str, drawn: Drawn
) -> tuple[Played, Played | None]:
    work: Play = {
        "catalogue": catalogue,
        "observation": mode,
        "episodes": drawn["episodes"],
        "original": plan.original.folder,
    }
    theirs = _original(plan, "play", work)
    return child.run("benchmarks.webshop.ours:play", work), theirs  # type: ignore[return-value]


def _search(plan: Plan, catalogue: Catalogue, drawn: Drawn) -> tuple[Searched, Searched | None]:
    work: Search = {
        "catalogue": catalogue,
        "queries": drawn["queries"],
        "original": plan.original.folder,
    }
    theirs = _original(plan, "search", work)
    return child.run("benchmarks.webshop.ours:search", work), theirs  # type: ignore[return-value]


def _original(plan: Plan, probe: str, work: object) -> object:
    if not plan.original.folder:
        return None
    return child.run(
        f"benchmarks.webshop.original:{probe}",
        work,  # type: ignore[arg-type]
        python=plan.original.python,
    )

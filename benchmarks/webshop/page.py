"""The page on WebShop's performance, written from what was found."""

from collections.abc import Iterator

from benchmarks.heading import heading
from benchmarks.page import time_text, times_text
from benchmarks.webshop.measures import Found, Row, Shops
from benchmarks.webshop.scale import Scale


def page(found: Found) -> str:
    """Return the page in Markdown."""
    lines = [*_head(found), "", *_beside(found.shops), *_scale(found.scale), *_crowd(found)]
    return "\n".join(lines) + "\n"


def _head(found: Found) -> Iterator[str]:
    yield from heading(
        "Performance of text WebShop",
        command=found.command,
        record="performance-webshop.json",
        about={**found.machine, **found.versions},
    )


def _beside(shops: Shops | None) -> Iterator[str]:
    if shops is None:
        return
    yield "## Beside the original"
    yield ""
    yield (
        "The original is princeton-nlp/WebShop with its pinned search engine (Lucene on Java) and "
        "a spaCy model, in an environment of its own; both shops hold the same catalogue, play "
        "the same episodes (random walks of about fifteen steps: searches, products, options, "
        "sub-pages, a purchase; a click that ends the original with an error is not among them) in "
        "text, text_rich and html, and search for the same queries. Ours judges with the nouns "
        "that the original's model finds in titles. "
        "Medians with quartiles in brackets; the ratio is the original's time for all of them "
        "together over ours."
    )
    yield ""
    if shops.episodes:
        yield (
            f"In {shops.same:,} of the {shops.episodes:,} episodes every observation, reward and "
            f"end was the same in both, and {shops.same_hits:,} of the {shops.queries:,} queries "
            "found the same products in the same order. Memory of a process after its episodes: "
            f"ours {shops.ours_mb:,.0f} MB, the original's {shops.original_mb or 0:,.0f} MB."
        )
        yield ""
    yield "| products | | ours | original | ratio |"
    yield "|--:|---|--:|--:|--:|"
    yield from map(_row, shops.rows)
    yield ""


def _row(row: Row) -> str:
    original = "–" if row.original is None else times_text(row.original)
    ratio = "–" if row.ratio is None else f"**{row.ratio:,.0f}**"
    return f"| {row.catalogue} | {row.what} | {times_text(row.ours)} | {original} | {ratio} |"


def _scale(scale: Scale | None) -> Iterator[str]:
    if scale is None:
        return
    yield f"## {scale['products']:,} products"
    yield ""
    yield "| | |"
    yield "|---|--:|"
    yield f"| official files | {scale['files_mb']:,.0f} MB |"
    yield f"| import | {scale['import_s'] / 60:.1f} minutes |"
    yield f"| most memory of the import, all its processes | {scale['import_mb']:,.0f} MB |"
    yield f"| store on disk | {scale['store_mb']:,.0f} MB |"
    yield f"| open in a fresh process | {time_text(scale['open_s'])} |"
    p50, p99 = time_text(scale["search_p50_s"]), time_text(scale["search_p99_s"])
    yield f"| search with the products of its page, median of {scale['searches']:,} | {p50} |"
    yield f"| the same, 99th percentile | {p99} |"
    yield (
        "| private memory of that process (shared files apart), after | "
        f"{scale['worker_mb']:,.0f} MB |"
    )
    yield f"| the same before the store was opened | {scale['worker_start_mb']:,.0f} MB |"
    yield ""


def _crowd(found: Found) -> Iterator[str]:
    yield "## Many at once"
    yield ""
    yield (
        f"{found.crowd_envs:,} environments in one process over one store, after 30 random steps "
        f"each: {found.crowd_mb:,.0f} MB in all, Python included."
    )

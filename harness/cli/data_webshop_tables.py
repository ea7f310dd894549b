"""Show what is known of WebShop's catalogues as tables and lines."""

from collections.abc import Mapping
from typing import TypeAlias, cast

from rich.table import Table

Records: TypeAlias = Mapping[str, Mapping[str, object]]
"""What is known of each catalogue, as the JSON answer has it."""

HOW_TO_GET = (
    "The original's setup script downloads them (github.com/princeton-nlp/WebShop, setup.sh "
    "-d small or -d all): items_shuffle*.json, items_ins_v2*.json, items_human_ins.json. "
    "Then: hgpo data import PATH. WebShopGen-v0 needs none of them."
)

_REASONS = {
    "nan": ("has no ASIN ('nan')", "have no ASIN ('nan')"),
    "over-long": ("has an ASIN of over 10 characters", "have an ASIN of over 10 characters"),
    "duplicate": ("repeats an earlier ASIN", "repeat an earlier ASIN"),
    "damaged": ("is damaged", "are damaged"),
}


def catalogues_table(catalogues: Records) -> Table:
    """Return how many products and goals each catalogue has."""
    shown = Table()
    shown.add_column("catalogue", no_wrap=True)
    for name in ("products", "left out", "human goals", "synthetic goals", "MB"):
        shown.add_column(name, justify="right")
    for catalogue, record in catalogues.items():
        size = f"{cast('int', record['bytes']) / 1e6:,.0f}" if "bytes" in record else ""
        left_out = sum(_counts(record, "skipped").values())
        numbers = (record["products"], left_out, record["human"], record["synthetic"])
        shown.add_row(catalogue, *(f"{number:,}" for number in numbers), size)
    return shown


def state_lines(catalogues: Records) -> list[str]:
    """Say where each store is, and what became of it."""
    said = {
        "new": "is new",
        "same": "was there already, made of the same files",
        "replaced": "replaced the one that was there",
    }
    return [
        f"{catalogue}: {record['store']} {said[state]}; content {str(record['version'])[:16]}"
        for catalogue, record in catalogues.items()
        if (state := str(record["state"])) in said
    ]


def skipped_lines(catalogues: Records) -> list[str]:
    """Say which records are no product, and why, with examples."""
    lines = []
    for catalogue, record in catalogues.items():
        examples = cast("Mapping[str, list[dict[str, object]]]", record.get("examples", {}))
        counts = _counts(record, "skipped")
        for reason in filter(counts.__contains__, _REASONS):
            count = counts[reason]
            lines.append(f"{catalogue}: left out {_counted(count)} that {_verb(reason, count)}")
            lines += (f"  {_example(one)}" for one in examples.get(reason, []))
    return lines


def damaged_sentence(catalogues: Records) -> str:
    """Say how many records are damaged, or nothing."""
    damaged = sum(_counts(record, "skipped").get("damaged", 0) for record in catalogues.values())
    if not damaged:
        return ""
    verb = "was" if damaged == 1 else "were"
    return f"{_counted(damaged)} {_verb('damaged', damaged)} and {verb} left out; see above."


def _counted(records: int) -> str:
    return "1 record" if records == 1 else f"{records:,} records"


def _verb(reason: str, records: int) -> str:
    one, many = _REASONS[reason]
    return one if records == 1 else many


def _example(one: Mapping[str, object]) -> str:
    detail = f": {one['detail']}" if one["detail"] else ""
    return f"record {one['record']:,} at byte {one['byte']:,}, asin {one['asin']!r}{detail}"


def _counts(record: Mapping[str, object], key: str) -> Mapping[str, int]:
    return cast("Mapping[str, int]", record[key])

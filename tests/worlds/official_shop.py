"""Small official WebShop files."""

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path


def official_record(asin: object = "B000000001", **fields: object) -> dict[str, object]:
    """Return a record as the official catalogue has them, with fields of one's own."""
    return {
        "name": "Red Lamp",
        "full_description": "A lamp.",
        "pricing": "$20",
        "images": ["https://img.example/1.jpg"],
        "product_category": "Home › Lamps",
        "small_description": ["Bright.", "Warm."],
        "customization_options": {},
        "asin": asin,
        "category": "garden",
        "query": " Lamps ",
        **fields,
    }


def options(**values: Iterable[str]) -> dict[str, list[dict[str, object]]]:
    """Return options as the official catalogue has them."""
    return {
        name: [{"value": value, "image": None} for value in some] for name, some in values.items()
    }


def write_official(
    folder: Path,
    records: Iterable[object],
    *,
    name: str = "items_shuffle_1000.json",
    attributes: Mapping[str, object] | None = None,
    human: Mapping[str, object] | None = None,
    packed: bool = False,
) -> Path:
    """Write a catalogue and the files that go with it; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    contents = {
        name: list(records),
        name.replace("items_shuffle", "items_ins_v2"): dict(attributes or {}),
        "items_human_ins.json": dict(human or {}),
    }
    for file, content in contents.items():
        text = json.dumps(content, ensure_ascii=False).encode()
        if packed:
            (folder / f"{file}.gz").write_bytes(gzip.compress(text))
        else:
            (folder / file).write_bytes(text)
    return folder

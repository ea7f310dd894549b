"""What the original did, as it was recorded."""

import gzip
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

Record = dict[str, Any]

CATALOGUES = {"1k": "items_shuffle_1000.json", "20k": "items_shuffle_20k.json"}


@lru_cache(maxsize=4)
def recorded(folder: Path, name: str) -> tuple[Record, ...]:
    """Return the records of ``NAME.jsonl.gz``."""
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)

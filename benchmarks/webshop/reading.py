"""Read what a run found."""

import json
from pathlib import Path
from typing import Any

from benchmarks.clock import Spread
from benchmarks.webshop.measures import Found, Row, Shops


def load(path: Path) -> Found:
    """Read the file that a run wrote."""
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    shops = read["shops"]
    rows = tuple([_row(row) for row in shops["rows"]])
    return Found(**{**read, "shops": Shops(**{**shops, "rows": rows})})


def _row(row: dict[str, Any]) -> Row:
    fields: dict[str, Any] = {
        name: Spread(**value) if isinstance(value, dict) else value for name, value in row.items()
    }
    return Row(**fields)
